import { QuireError } from '../contracts/errors.ts'
import type { Caller, OperationDescription } from '../contracts/operation.ts'

/**
 * Whoever must have a second factor and has none yet can do nothing but set one up, find out who it is, and sign out. Asked before every
 * operation and every route of the application or a plugin, whatever that would do: they say themselves if they are among these.
 */
export function refuseUntilSetUp(
  { mustSetUpFactor }: Pick<Caller, 'mustSetUpFactor'>,
  { whileSettingUp }: Pick<OperationDescription, 'whileSettingUp'> = {},
): void {
  if (mustSetUpFactor && !whileSettingUp)
    throw new QuireError('forbidden', 'Set up a second factor first: a passkey, or one-time codes.')
}
