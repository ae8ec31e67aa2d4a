import { QuireError } from '../../contracts/errors.ts'
import type { IdentityProvider, ProvedIdentity } from '../../contracts/identity-provider.ts'
import type { Call } from '../../engine/call.ts'

/** Clocks of providers may be behind ours by as much, or ahead. */
const TOLERANCE = 60_000

/**
 * When the person last showed who they are, as far as this is known; a clock that is ahead makes nothing fresher than now. What is further ahead than
 * clocks are is no such moment, such as a time in milliseconds: taken for one, every sign-in would be fresh.
 */
export function shownAt(
  { runtime }: Call,
  { trustFreshness }: IdentityProvider,
  { authenticatedAt }: Pick<ProvedIdentity, 'authenticatedAt'>,
): Date | null {
  const now = runtime.clock()
  if (authenticatedAt === null) return trustFreshness === true ? now : null
  if (authenticatedAt <= now) return authenticatedAt
  return authenticatedAt.getTime() - now.getTime() <= TOLERANCE ? now : null
}

/** A provider that was to ask again must say that it has: what it ignores would otherwise pass for a fresh sign-in. */
export function refuseUnlessAsked(call: Call, provider: IdentityProvider, proved: ProvedIdentity, since: string): void {
  const at = shownAt(call, provider, proved)
  if (at !== null && at.getTime() >= Date.parse(since) - TOLERANCE) return
  throw new QuireError(
    'invalid_state',
    'The provider does not say that it has asked again who you are. Sign in with your password, or with a passkey.',
  )
}
