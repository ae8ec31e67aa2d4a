import {
  type Call,
  type CookieChange,
  hashOfToken,
  type IdentityProvider,
  inTransaction,
  newToken,
  QuireError,
  column,
  recordTable,
  type RowOf,
} from '@quirecms/core/feature'
import { ownAddress, redirectUri } from './return-to.ts'
import { providerClient } from '../auth/offers.ts'

const LIFETIME = 10 * 60_000

/** Limit of pending sign-ins: strangers must not fill the database. */
const MOST_PENDING = 100_000

const COOKIE = /^[A-Za-z0-9_-]{43}$/

/** Purpose of a sign-in: the page to return to, and the account that a provider is added to, if any. */
interface SignInPurpose {
  readonly returnTo: string
  readonly adds?: { readonly userId: string; readonly sessionId: string }
  /** Asks the provider to authenticate the user again. */
  readonly again?: boolean
}

/** A pending sign-in: the URL for the browser, and the cookie that it has to send back. */
export interface BegunSignIn {
  readonly url: string
  readonly cookie: CookieChange
}

/** Asks the provider first: if it is unavailable, nothing is stored. */
export async function beginSignIn(
  call: Call,
  key: string,
  provider: IdentityProvider,
  { returnTo, adds, again = false }: SignInPurpose,
): Promise<BegunSignIn> {
  const [state, nonce, codeVerifier, browser] = [newToken(), newToken(), newToken(), newToken()]
  const request = { redirectUri: redirectUri(call, key), state, nonce, codeVerifier, again }
  const url = await call.runtime.services.get(providerClient).authorizationUrl(provider, request)
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
 * Deletes the pending sign-in and returns it; of concurrent callbacks, one gets it. The cookie binds it to the
 * browser that began it, so that a link can't sign a user in to another person's account.
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

export function clearedSignIn(call: Call): CookieChange {
  return { name: 'signIn', token: null, expiresAt: new Date(0).toISOString(), isOfHost: isOverHttps(call) }
}

function isOverHttps(call: Call): boolean {
  return ownAddress(call).startsWith('https:')
}

function unknownSignIn(): QuireError {
  return new QuireError('invalid_token', 'This sign-in is unknown, was already completed, or has expired. Start again.')
}

const NAMES = [{ column: 'collection', holds: 'collection' }] as const

/**
 * Pending sign-ins: ten minutes, one callback each. Only hashes of the state and of the cookie are stored. `userId`
 * and `sessionId` are set if a signed-in user adds a provider.
 */
export const SIGN_INS = recordTable({
  name: 'sign-ins',
  columns: {
    stateHash: column.text(),
    collection: column.text(),
    provider: column.text(),
    browserHash: column.text(),
    nonce: column.text(),
    codeVerifier: column.text(),
    returnTo: column.text(),
    userId: column.textOrNull(),
    sessionId: column.textOrNull(),
    // Earliest time of authentication that the provider must confirm, if it was asked to authenticate again.
    againSince: column.textOrNull(),
    expiresAt: column.text(),
  },
  namingColumns: NAMES,
  key: ['stateHash'],
  expires: { column: 'expiresAt' },
  indexes: [{ columns: ['expiresAt'], unique: false }],
})

export type SignInRow = RowOf<typeof SIGN_INS>
