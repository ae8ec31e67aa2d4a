import type { CookieChange } from '../../contracts/auth.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { IdentityProvider } from '../../contracts/identity-provider.ts'
import type { Job } from '../../contracts/job.ts'
import type { Call } from '../../engine/call.ts'
import { hashOfToken, newToken } from '../../engine/identity/tokens.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { SIGN_INS, type SignInRow } from './provider-tables.ts'
import { ownAddress, redirectUri } from './return-to.ts'

/** How long somebody may take at the provider. */
const LIFETIME = 10 * 60_000

/** Far more than people begin in ten minutes: whoever begins more fills the database. */
const MOST_PENDING = 100_000

const COOKIE = /^[A-Za-z0-9_-]{43}$/

/** What a sign-in is for: where it leads to, and whose account it adds a provider to, if it does. */
interface Purpose {
  readonly returnTo: string
  readonly adds?: { readonly userId: string; readonly sessionId: string }
  /** The provider is to ask again who it is. */
  readonly again?: boolean
}

/** A sign-in that has begun: where the browser goes, and what it shows when it comes back. */
export interface BegunSignIn {
  readonly url: string
  readonly cookie: CookieChange
}

/** The provider is asked first: nothing is written for one that can't be reached. */
export async function beginSignIn(
  call: Call,
  key: string,
  provider: IdentityProvider,
  { returnTo, adds, again = false }: Purpose,
): Promise<BegunSignIn> {
  const [state, nonce, codeVerifier, browser] = [newToken(), newToken(), newToken(), newToken()]
  const request = { redirectUri: redirectUri(call, key), state, nonce, codeVerifier, again }
  const url = await call.runtime.providers.authorizationUrl(provider, request)
  const now = call.runtime.clock()
  const expiresAt = new Date(now.getTime() + LIFETIME).toISOString()
  await inTransaction(call, async ({ tx }) => {
    if ((await tx.records.count(SIGN_INS.name, {}, undefined, MOST_PENDING)) >= MOST_PENDING)
      throw new QuireError('unavailable', 'Too many sign-ins at once. Try again soon.', { retryAfter: 60 })
    await tx.records.insert(SIGN_INS.name, {
      stateHash: hashOfToken(state),
      collection: call.entity.slug,
      provider: key,
      browserHash: hashOfToken(browser),
      nonce,
      codeVerifier,
      returnTo,
      ...adds,
      againSince: again ? now.toISOString() : null,
      expiresAt,
    })
  })
  return { url, cookie: { name: 'signIn', token: browser, expiresAt, isOfHost: isOverHttps(call) } }
}

/**
 * Takes a sign-in out of use, whatever comes of it: of many callbacks at the same time, one gets it. Only the browser that began it can
 * finish it, so that nobody is signed in to somebody else's account by a link.
 */
export async function takeSignIn(call: Call, key: string, state: string | undefined): Promise<SignInRow> {
  const { signIn } = call.caller.client ?? {}
  const isShown = signIn !== undefined && COOKIE.test(signIn.token) && (signIn.isOfHost || !isOverHttps(call))
  if (state === undefined || !COOKIE.test(state) || !isShown) throw unknownSignIn()
  const match = {
    stateHash: hashOfToken(state),
    collection: call.entity.slug,
    provider: key,
    browserHash: hashOfToken(signIn.token),
  }
  const row = await inTransaction(call, async ({ tx: { records } }) => {
    const [found] = await records.find(SIGN_INS.name, match, { lock: true })
    return found && (await records.remove(SIGN_INS.name, match)) > 0 ? found : undefined
  })
  if (!row || row.expiresAt <= call.runtime.clock().toISOString()) throw unknownSignIn()
  return row
}

/** What the browser need not show any more. */
export function clearedSignIn(call: Call): CookieChange {
  return { name: 'signIn', token: null, expiresAt: new Date(0).toISOString(), isOfHost: isOverHttps(call) }
}

function isOverHttps(call: Call): boolean {
  return ownAddress(call).startsWith('https:')
}

function unknownSignIn(): QuireError {
  return new QuireError('invalid_token', 'This sign-in is unknown, was used already, or took too long. Begin again.')
}

/** Removes sign-ins that nobody has finished. */
export const forgetSignIns: Job<Call> = {
  name: 'forgetSignIns',
  every: 60_000,
  async run({ runtime }) {
    const now = runtime.clock().toISOString()
    await runtime.storage.transaction(async ({ records }) => {
      await records.remove(SIGN_INS.name, { expiresAt: { below: now } })
    })
  },
}
