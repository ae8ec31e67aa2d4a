import { anyCaller, type Call, QuireError, type Redirect, redirects, reportRefused } from '@quirecms/core/feature'
import { type AuthorizationAnswer, authOf, cookieOf, countLogin, providerClient } from '../auth/offers.ts'
import { addToAccount } from './add-to-account.ts'
import { beginSignIn, clearedSignIn, takeSignIn } from './pending-sign-in.ts'
import { BROWSER_API } from './provider-api.ts'
import { failedReturn, redirectUri, requestedReturn } from './return-to.ts'
import { namedProvider } from './named-provider.ts'
import { refuseUnlessAsked, type NamedProvider, signInPerson } from './sign-in-person.ts'

/** Shared by both pages: no credentials, and limited like sign-ins. */
const ANONYMOUS = { authorize: anyCaller, credentials: 'none', limitedAsAuth: true, accessAction: null } as const

export const startSignIn = redirects({
  ...BROWSER_API.startSignIn,
  ...ANONYMOUS,
  async redirects(call) {
    const { key, provider } = namedProvider(call)
    const refuse = (message: string) =>
      new QuireError('invalid_query', message, { issues: [{ code: 'format', path: 'returnTo', message }] })
    const returnTo = requestedReturn(call, call.input.query['returnTo'], refuse)
    return orBack(call, key, returnTo, async () => {
      const { url, cookie } = await beginSignIn(call, key, provider, {
        returnTo,
        again: call.input.query['again'] === true,
      })
      return { location: url, cookies: [cookie] }
    })
  },
})

export const finishSignIn = redirects({
  ...BROWSER_API.finishSignIn,
  ...ANONYMOUS,
  ignoresOtherParameters: true,
  async redirects(call) {
    const named = namedProvider(call)
    let returnTo: string | null = null
    const finish = async (): Promise<Redirect> => {
      const answer = call.input.query as AuthorizationAnswer
      const begun = await takeSignIn(call, named.key, answer.state)
      returnTo = begun.returnTo
      const { nonce, codeVerifier, userId, sessionId, againSince } = begun
      const expected = {
        redirectUri: redirectUri(call, named.key),
        state: answer.state ?? '',
        nonce,
        codeVerifier,
      }
      const proved = await call.runtime.services.get(providerClient).redeem(named.provider, answer, expected)
      if (userId !== null && sessionId !== null) {
        await addToAccount(call, named, proved, { userId, sessionId })
        return { location: begun.returnTo, cookies: [clearedSignIn(call)] }
      }
      if (againSince !== null) refuseUnlessAsked(call, named.provider, proved, againSince)
      const { started } = await signInPerson(call, named, proved)
      return { location: begun.returnTo, cookies: [cookieOf(started, authOf(call)), clearedSignIn(call)] }
    }
    return orBack(
      call,
      named.key,
      () => returnTo,
      () => countLogin(call.runtime, () => reportingFailure(call, finish)),
    )
  },
})

/** Report failed provider logins as `auth.loginFailed`. */
export async function reportingFailure<T>(call: Call, signIn: () => Promise<T>): Promise<T> {
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof QuireError && KEPT_OUT.has(error.code))
      await reportRefused(call, { action: 'auth.loginFailed', code: error.code, documentId: null })
    throw error
  }
}

const KEPT_OUT: ReadonlySet<string> = new Set(['invalid_token', 'invalid_state', 'unverified', 'forbidden'])

/**
 * On failure, redirects the browser to a page that shows the error code. The cause, and what the provider said, goes
 * to the log only.
 */
async function orBack(
  call: Call,
  key: NamedProvider['key'],
  from: string | (() => string | null),
  go: () => Promise<Redirect>,
): Promise<Redirect> {
  try {
    return await go()
  } catch (error) {
    const code = error instanceof QuireError ? error.code : 'internal'
    logFailure(call, key, error)
    const page = typeof from === 'string' ? from : from()
    return { location: failedReturn(call, code, page), cookies: [clearedSignIn(call)] }
  }
}

/** Logs the cause of a failure. Refusals without a cause are not logged: the client gets them. */
export function logFailure({ runtime, entity }: Call, key: string, error: unknown): void {
  const cause: unknown = error instanceof QuireError ? error.cause : error
  if (cause !== undefined) runtime.reportError(`a sign-in to "${entity.slug}" with "${key}" failed`, cause)
}
