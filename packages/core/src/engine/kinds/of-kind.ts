import type { RuleName } from '../../contracts/access.ts'
import type { Operation, OperationDescription } from '../../contracts/operation.ts'
import type { Call } from '../call.ts'

/** Without `body`, an operation takes none. */
type OfEveryKind<Known extends keyof OperationDescription> = Omit<OperationDescription, Known | 'body' | 'rule'> &
  Partial<Pick<OperationDescription, Known | 'body'>> &
  Pick<Operation<Call>, 'steps' | 'checkQuery' | 'accessAction'>

/** An operation on documents: a rule of their collection decides who may call it. */
export type OperationWithRule<Known extends keyof OperationDescription = never> = OfEveryKind<Known> & {
  readonly rule: RuleName
}

/** An operation without a rule: `authorize` decides who may call it. */
export type OperationWithoutRule<
  Who,
  Known extends keyof OperationDescription = 'parameters' | 'ifMatch',
> = OfEveryKind<Known> & CallerCheck<Who>

export interface CallerCheck<Who> {
  /**
   * Returns the caller, or throws if the operation is not for this caller: `signedIn` for users, `anyCaller` if the
   * request itself proves enough. Runs before anything in the request is read, apart from the shape of its body.
   */
  readonly authorize: (call: Call) => Who | Promise<Who>
}

/** Creates an operation whose kind checks what it declares, in the order described in ARCHITECTURE.md. */
export function ofKind(
  description: Omit<Operation<Call>, 'checksAccess' | 'body'> & Partial<Pick<Operation<Call>, 'body'>>,
): Operation<Call> {
  return { body: { kind: 'none' }, ...description, checksAccess: true }
}
