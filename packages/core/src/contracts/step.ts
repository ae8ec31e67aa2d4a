import type { Changeable } from './document-changes.ts'
import type { Unit } from './unit-of-work.ts'

/**
 * A part of an operation that features may do in their own way. An operation names its steps (`steps: { remove }` of `delete`); a
 * contribution changes one by both names, `delete.remove`.
 */
export type Step<Call> = (call: Call, unit: Unit, document: Changeable) => Promise<void>

/** Does something else instead, or something besides. At most one feature replaces a step; any number may wrap it. */
export type StepChange<Call> = { readonly replace: Step<Call> } | { readonly wrap: (next: Step<Call>) => Step<Call> }
