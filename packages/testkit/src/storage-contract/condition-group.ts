import type { Condition, IndexSpec, JsonObject } from '@quire/core'

/** Documents by id, and which of them each condition finds. Its negation must find exactly the others. */
export interface ConditionGroup {
  readonly name: string
  readonly documents: Readonly<Record<string, JsonObject>>
  /** Everything holds with and without these. */
  readonly indexes?: readonly IndexSpec[]
  readonly cases: readonly (readonly [name: string, condition: Condition, found: string])[]
}
