import { type CheckedBody, QuireError, storesDocument } from '@quirecms/core/feature'
import { authOf, cookieOf, countLogin, type ExpectedCallback, providerClient } from '../auth/offers.ts'
import { namedProvider } from './named-provider.ts'
import { PROVIDER_API } from './provider-api.ts'
import { signInPerson } from './sign-in-person.ts'
import { logFailure, reportingFailure } from './sign-in-pages.ts'

/** For native apps. The code verifier, which only the app knows, takes the place of the browser's cookie. */
export const signInWithCode = storesDocument({
  ...PROVIDER_API.signInWithCode,
  credentials: 'none',
  limitedAsAuth: true,
  accessAction: null,
  async stores(call) {
    const named = namedProvider(call)
    const { code, codeVerifier, redirectUri } = call.input.body as CheckedBody<typeof PROVIDER_API.signInWithCode>
    if (!URL.canParse(redirectUri)) throw notAnAddress()
    const expected: ExpectedCallback = { redirectUri, codeVerifier, state: null, nonce: null }
    const signIn = async () => {
      const proved = await call.runtime.services.get(providerClient).redeem(named.provider, { code }, expected)
      return signInPerson(call, named, proved)
    }
    try {
      const signedIn = await countLogin(call.runtime, () => reportingFailure(call, signIn))
      const beside = { auth: authOf(call), started: signedIn.started }
      return { document: signedIn.stored, call: signedIn.call, beside }
    } catch (error) {
      logFailure(call, named.key, error)
      throw error
    }
  },
  answers({ value: user }, { auth, started }) {
    const { token, session } = started
    return { kind: 'value', value: { user, token, session: { ...session } }, cookies: [cookieOf(started, auth)] }
  },
})

function notAnAddress(): QuireError {
  const message = 'Must be the address that the provider sent the code to.'
  return new QuireError('validation', 'The request is not valid. The issues say why.', {
    issues: [{ code: 'format', path: 'redirectUri', message }],
  })
}
