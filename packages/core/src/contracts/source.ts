import type { Condition } from './condition.ts'

/** Where documents of an entity are read, and which of them. `never` as the condition is a plain no. */
export interface Source {
  readonly table: string
  readonly where: Condition
}

/**
 * Whether documents are what the call asked for, or what others lead to: by a relationship, a join or a path. What a call asks for of
 * its own entity (`trash=true`) does not hold for those.
 */
export type Sight = 'asked' | 'related'

/**
 * The part of its entity that a call sees, as a feature narrows it; a feature that keeps copies also says which table that is in. For
 * `asked` the entity is the call's own.
 */
export type Scope<Call> = (call: Call, sight: Sight) => Partial<Source> | Promise<Partial<Source>>
