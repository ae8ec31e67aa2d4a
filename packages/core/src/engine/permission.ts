import type { Condition } from '../contracts/condition.ts'

/** What the rule of an operation said before there was a transaction: to this revision of the document, or to every document. */
export interface Permission {
  readonly allowed: Condition
  readonly revision?: number
}
