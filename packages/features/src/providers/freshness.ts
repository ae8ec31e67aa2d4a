import { type Call, type IdentityProvider, QuireError } from '@quirecms/core/feature'
import { type ProvedIdentity } from '../auth/offers.ts'

/** Tolerance for clocks of providers that are behind or ahead. */
const TOLERANCE = 60_000

/**
 * Time of the last authentication at the provider; null if unknown. A time slightly in the future counts as now. One
 * further in the future is invalid, such as a value in milliseconds: otherwise, every sign-in would count as fresh.
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

/**
 * If the provider was asked to authenticate the user again, it must confirm that: a provider that ignores the request
 * must not make the session fresh.
 */
export function refuseUnlessAsked(call: Call, provider: IdentityProvider, proved: ProvedIdentity, since: string): void {
  const at = shownAt(call, provider, proved)
  if (at !== null && at.getTime() >= Date.parse(since) - TOLERANCE) return
  throw new QuireError(
    'invalid_state',
    'The provider does not say that it has asked again who you are. Sign in with your password, or with a passkey.',
  )
}
