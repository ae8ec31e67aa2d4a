import type { RuleName } from '../../contracts/access.ts'
import type { Operation, OperationDescription } from '../../contracts/operation.ts'
import type { Call } from '../call.ts'

/** What every operation says of itself, whatever its kind. What the kind knows already may be left out. */
export type Described<Known extends keyof OperationDescription = never> = Omit<OperationDescription, Known | 'rule'> &
  Partial<Pick<OperationDescription, Known>> &
  Pick<Operation<Call>, 'steps' | 'checkQuery'> & { readonly rule: RuleName }

/** An operation of a kind: its kind asks all that it declares, in the order that ARCHITECTURE.md shows. */
export function ofKind(description: Omit<Operation<Call>, 'asksItself'>): Operation<Call> {
  return { ...description, asksItself: true }
}
