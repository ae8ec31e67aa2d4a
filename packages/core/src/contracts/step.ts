import type { ChangeableDocument } from './document-changes.ts'
import type { Unit } from './unit-of-work.ts'

/**
 * A part of an operation that features may change. An operation names its steps (`steps: { remove }` of `delete`); a
 * contribution refers to one by both names, `delete.remove`.
 */
export type Step<Call> = (call: Call, unit: Unit, document: ChangeableDocument) => Promise<void>

/** Replaces a step, or adds to it. At most one feature can replace a step; any number can wrap it. */
export type StepChange<Call> = { readonly replace: Step<Call> } | { readonly wrap: (next: Step<Call>) => Step<Call> }
