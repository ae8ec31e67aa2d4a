import type { Condition } from './condition.ts'

/** Where documents of an entity are read, and which of them. With the condition `never`, the caller sees none. */
export interface Source {
  readonly table: string
  readonly where: Condition
}

/**
 * Whether the call asked for the documents themselves (`asked`), or reaches them through a relationship, a join or a
 * path (`related`). What a call asks of its own entity, such as `trash=true`, doesn't apply to related documents.
 */
export type Sight = 'asked' | 'related'

/**
 * Lets a feature narrow down which part of its entity a call sees. A feature that keeps copies also names the table
 * that they are in. For `asked`, the entity is the call's own.
 */
export type Scope<Call> = (call: Call, sight: Sight) => Partial<Source> | Promise<Partial<Source>>
