import type { RuleName } from '../../contracts/access.ts'
import type { Operation, OperationDescription } from '../../contracts/operation.ts'
import type { Call } from '../call.ts'

type OfEveryKind<Known extends keyof OperationDescription> = Omit<OperationDescription, Known | 'rule'> &
  Partial<Pick<OperationDescription, Known>> &
  Pick<Operation<Call>, 'steps' | 'checkQuery' | 'tells'>

/** An operation on documents: a rule of their collection decides who may call it. */
export type Described<Known extends keyof OperationDescription = never> = OfEveryKind<Known> & {
  readonly rule: RuleName
}

/** An operation without a rule: `admits` decides who may call it. */
export type DescribedWithoutRule<
  Who,
  Known extends keyof OperationDescription = 'parameters' | 'ifMatch',
> = OfEveryKind<Known> & Admission<Who>

export interface Admission<Who> {
  /**
   * Returns the caller, or throws if the operation is not for this caller: `signedIn` for users, `anybody` if the
   * request itself proves enough. Runs before anything in the request is read, apart from the shape of its body.
   */
  readonly admits: (call: Call) => Who | Promise<Who>
}

/** Creates an operation whose kind checks what it declares, in the order described in ARCHITECTURE.md. */
export function ofKind(description: Omit<Operation<Call>, 'asksItself'>): Operation<Call> {
  return { ...description, asksItself: true }
}
