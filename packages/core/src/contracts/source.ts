import type { Condition } from './condition.ts'

/** Where documents of an entity are read, and which of them. With the condition `never`, the caller sees none. */
export interface Source extends Place {
  /** Where those are read that the first place doesn't show: in another copy. */
  readonly otherwise?: Place
}

/** Several places that are looked at as if they were one; no document is in two of them. */
export interface Places extends Place {
  readonly beside?: readonly Place[]
}

export interface Place {
  readonly table: string
  readonly where: Condition
}

/**
 * Why documents are looked up.
 *
 * - `asked`: the call asks for documents of its own entity. What it asks for, such as `trash=true`, applies to these alone.
 * - `changed`: the call is about to change them, whichever copies of them others read.
 * - `related`: it reaches them through a relationship, a join or a path.
 * - `any`: the question is whether the caller could read them at all, whatever it would have to ask for.
 */
export type LookupPurpose = 'asked' | 'changed' | 'related' | 'any'

/**
 * Lets a feature narrow down which part of its entity a call sees. A feature that keeps copies also names the table
 * that they are in. The call's entity is always the feature's own; with `related`, the call asks for another one.
 */
export type Scope<Call> = (call: Call, purpose: LookupPurpose) => Partial<Source> | Promise<Partial<Source>>
