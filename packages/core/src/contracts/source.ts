import type { Condition } from './condition.ts'

/** Where documents of an entity are read, and which of them. With the condition `never`, the caller sees none. */
export interface Source extends FilteredTable {
  /** Where documents are read that the first table lacks: another copy. */
  readonly fallback?: FilteredTable
}

/** Several tables with disjoint conditions, read as one. */
export interface FilteredTables extends FilteredTable {
  readonly union?: readonly FilteredTable[]
}

export interface FilteredTable {
  readonly table: string
  readonly where: Condition
}

/**
 * Purpose of a lookup.
 *
 * - `asked`: documents of the call's own entity. Parameters such as `trash=true` apply to these only.
 * - `changed`: documents that the call changes, whichever copies others read.
 * - `related`: through a relationship, a join or a path.
 * - `any`: whether the caller could read them with any parameters.
 */
export type LookupPurpose = 'asked' | 'changed' | 'related' | 'any'

/**
 * Lets a feature narrow down which part of its entity a call sees. A feature that keeps copies also names the table
 * that they are in. The call's entity is always the feature's own; with `related`, the call asks for another one.
 */
export type Scope<Call> = (call: Call, purpose: LookupPurpose) => Partial<Source> | Promise<Partial<Source>>
