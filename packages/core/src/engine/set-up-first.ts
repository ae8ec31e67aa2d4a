import { QuireError } from '../contracts/errors.ts'
import type { Caller, OperationDescription } from '../contracts/operation.ts'

/**
 * A user who must have a second factor, but has none yet, can only set one up, read the own account, and sign out.
 * Checked before every operation and every route of the application or a plugin; exceptions declare `whileSettingUp`.
 */
export function refuseUntilSetUp(
  { mustSetUpFactor }: Pick<Caller, 'mustSetUpFactor'>,
  { whileSettingUp }: Pick<OperationDescription, 'whileSettingUp'> = {},
): void {
  if (mustSetUpFactor && !whileSettingUp)
    throw new QuireError('forbidden', 'Set up a second factor first: a passkey, or one-time codes.')
}
