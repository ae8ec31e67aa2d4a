import type { IdentityProvider } from '@quirecms/core'
import type { ExpectedCallback, ProvedIdentity, ProviderClient } from '@quirecms/features/services'
import { onceFor, QuireError } from '@quirecms/core'
import type { Network } from '@quirecms/files'
import * as client from 'openid-client'
import { gitHubAccount, gitHubServer } from './github-account.ts'
import { type KeysAtHand, readLogoutToken } from './logout-token.ts'
import { ProviderNetwork } from './provider-network.ts'
import { orOwnFailure } from './provider-failure.ts'

/** Tolerated clock difference in seconds. */
const CLOCK_TOLERANCE = 60

/** Longer session ids and ID tokens are not stored. */
const LONGEST_SESSION = 1_000
const LONGEST_TOKEN = 8_000

/** OpenID Connect with a certified library. */
export function providerClient(network: Network | undefined, clock: () => Date): ProviderClient {
  const networkOf = onceFor(
    ({ privateNetwork }: IdentityProvider) => new ProviderNetwork(network, privateNetwork === true),
  )
  const keysOf = onceFor((_: IdentityProvider): KeysAtHand => ({}))

  function metadataOf({ clientSecret }: IdentityProvider): Partial<client.ClientMetadata> {
    return {
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
      [client.clockTolerance]: CLOCK_TOLERANCE,
      [client.clockSkew]: Math.round((clock().getTime() - Date.now()) / 1000),
    }
  }

  /** Creates the configuration for each call from the cached metadata, so that the signing keys are always current. */
  async function configurationOf(provider: IdentityProvider): Promise<client.Configuration> {
    const { clientId, clientSecret, issuer } = provider
    const metadata = metadataOf(provider)
    const insecure = insecureFor(provider)
    const fetch = networkOf(provider).fetch
    if (provider.kind === 'github') {
      const made = new client.Configuration(gitHubServer(provider), clientId, metadata)
      made[client.customFetch] = fetch
      for (const allow of insecure) allow(made)
      return made
    }
    return client.discovery(new URL(issuer), clientId, metadata, authenticationWith(clientSecret), {
      [client.customFetch]: fetch,
      // Always verify the signature, not only the TLS connection.
      execute: [client.enableNonRepudiationChecks, ...insecure],
    })
  }

  return {
    authorizationUrl: (provider, { redirectUri, state, nonce, codeVerifier, again }) =>
      orOwnFailure(async () => {
        const configuration = await configurationOf(provider)
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: (provider.scopes ?? []).join(' '),
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          state,
          ...(provider.kind === 'oidc' && { nonce, ...ageOfSignIn(again) }),
        })
        return url.href
      }),

    redeem: (provider, answer, expected) =>
      orOwnFailure(async () => {
        const configuration = await configurationOf(provider)
        const { redirectUri, codeVerifier, state, nonce } = expected
        const url = new URL(redirectUri)
        const given = { ...answer, ...issuerForNative(configuration, expected) }
        for (const [name, value] of Object.entries(given)) if (value !== undefined) url.searchParams.set(name, value)
        const tokens = await client.authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: codeVerifier,
          ...(state !== null && { expectedState: state }),
          ...(provider.kind === 'oidc' && { idTokenExpected: true }),
          ...(provider.kind === 'oidc' && nonce !== null && { expectedNonce: nonce }),
        })
        return provider.kind === 'github'
          ? gitHubAccount(configuration, provider, tokens.access_token)
          : provedBy(configuration, provider, tokens)
      }),

    endSessionUrl: (provider, { idToken, returnTo }) =>
      orOwnFailure(async () => {
        if (provider.kind !== 'oidc') return null
        const configuration = await configurationOf(provider)
        if (configuration.serverMetadata().end_session_endpoint === undefined) return null
        const hint = idToken === null ? {} : { id_token_hint: idToken }
        return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo, ...hint }).href
      }),

    readLogoutToken: (provider, token) =>
      orOwnFailure(async () => {
        if (provider.kind !== 'oidc') throw new QuireError('not_found', 'There is nothing at this path.')
        return readLogoutToken(await configurationOf(provider), metadataOf(provider), token, {
          keys: keysOf(provider),
          fetch: networkOf(provider).fetch,
          insecure: insecureFor(provider),
          now: clock(),
        })
      }),

    refresh: (provider, refreshToken) =>
      orOwnFailure(async () => {
        const tokens = await client.refreshTokenGrant(await configurationOf(provider), refreshToken)
        return { refreshToken: tokens.refresh_token ?? null }
      }),
  }
}

/** HTTP Basic, unless the provider only supports the form. */
function authenticationWith(secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None()
  const [inHeader, inForm] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: taken = ['client_secret_basic'] } = server
    return (taken.includes('client_secret_basic') ? inHeader : inForm)(server, ...rest)
  }
}

function insecureFor({ privateNetwork }: IdentityProvider): ((made: client.Configuration) => void)[] {
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; used only for a provider in the application's own network, without https
  return privateNetwork ? [client.allowInsecureRequests] : []
}

/** A native app has verified the issuer itself, and the code is only valid there. */
function issuerForNative(configuration: client.Configuration, { state }: ExpectedCallback): { readonly iss?: string } {
  const { issuer, authorization_response_iss_parameter_supported: isAsked } = configuration.serverMetadata()
  return state === null && isAsked === true ? { iss: issuer } : {}
}

/** Ten years: no user has to log in again because of it. */
const ANY_AGE = '315360000'

/** With `max_age`, the provider returns `auth_time`, the time of the last login (OpenID Connect Core, 3.1.2.1). */
function ageOfSignIn(again: boolean) {
  return again ? { max_age: '0', prompt: 'login' } : { max_age: ANY_AGE }
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

/** Many providers return most claims from userinfo. Claims of the signed token take precedence. */
async function provedBy(
  configuration: client.Configuration,
  provider: IdentityProvider,
  tokens: Tokens,
): Promise<ProvedIdentity> {
  const claims = tokens.claims()
  if (!claims)
    throw new QuireError('invalid_token', 'The sign-in with the provider could not be verified. Start again.')
  const isAsked = configuration.serverMetadata().userinfo_endpoint !== undefined
  const more = isAsked ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  const { sid, auth_time: shownAt } = claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    claims: ofOneAddress(provider, more, claims) as ProvedIdentity['claims'],
    sessionId: typeof sid === 'string' && sid.length <= LONGEST_SESSION ? sid : null,
    idToken: shortEnough(tokens.id_token),
    refreshToken: shortEnough(tokens.refresh_token),
    authenticatedAt: typeof shownAt === 'number' ? new Date(shownAt * 1000) : null,
  }
}

/**
 * Email address and verification from the same source; the signed token takes precedence. A verified flag applies only
 * to the address beside it: the address of the other source may differ, and be unverified.
 */
function ofOneAddress(
  { verifiedClaim = 'email_verified' }: IdentityProvider,
  more: Readonly<Record<string, unknown>>,
  signed: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const all = { ...more, ...signed }
  if (signed['email'] === more['email']) return all
  const besideIt = signed['email'] === undefined ? more : signed
  return { ...all, [verifiedClaim]: besideIt[verifiedClaim] }
}

function shortEnough(token: string | undefined): string | null {
  return token !== undefined && token.length <= LONGEST_TOKEN ? token : null
}
