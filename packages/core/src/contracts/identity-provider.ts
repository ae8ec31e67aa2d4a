import type { JsonObject } from './json.ts'

/** A sign-in provider of a collection, as `oidc()` and the presets create it (docs/single-sign-on.md). */
export interface IdentityProvider {
  /** OpenID Connect, or GitHub, which supports only OAuth 2. */
  readonly kind: 'oidc' | 'github'
  /** Issuer, exactly as in the provider's tokens. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  readonly scopes?: readonly string[]
  /** Label of the button; the key by default. */
  readonly label?: string
  /** Maps claims to user data at every sign-in; `undefined` leaves the user unchanged. */
  readonly map?: MapClaims
  /** Whether unknown identities become users; true by default. */
  readonly create?: boolean | MayBeCreated
  /** Whether an existing user is linked by a confirmed address; `'verifiedEmail'` by default. */
  readonly link?: 'verifiedEmail' | 'never'
  /** Only addresses of these domains are accepted. */
  readonly domains?: readonly string[]
  /** Whether to trust the addresses that the provider sends; false by default. */
  readonly trustEmail?: boolean
  /** Whether sign-ins without `auth_time` count as fresh; false by default. */
  readonly trustFreshness?: boolean
  /** Whether `logout` returns the logout URL of the provider; false by default. */
  readonly logout?: boolean
  /** Whether the provider may have a private address or no https; false by default. */
  readonly privateNetwork?: boolean
  /** Claim for a confirmed address; `email_verified` by default. */
  readonly verifiedClaim?: string
  /** Claim of accounts that an organization manages. If set, accounts without it match none of the `domains`. */
  readonly managedClaim?: string
}

export type Claims = JsonObject

export interface ClaimsArguments {
  readonly claims: Claims
  readonly provider: string
}

export type MapClaims = (
  args: ClaimsArguments & {
    /** The current user; null for an unknown identity. */
    readonly user: JsonObject | null
  },
) => JsonObject | undefined | Promise<JsonObject | undefined>

export type MayBeCreated = (args: ClaimsArguments) => boolean | Promise<boolean>

/** Whether a user may sign in with a password. */
export type MayUsePassword = (args: { readonly user: JsonObject }) => boolean | Promise<boolean>

/** A proven identity at a provider. */
export interface ProvedIdentity {
  readonly issuer: string
  readonly subject: string
  readonly claims: Claims
  /** Session id at the provider, if reported. */
  readonly sessionId: string | null
  /** Identifies the session to end at the provider; null if there is none. */
  readonly idToken: string | null
  readonly refreshToken: string | null
  /** Time of the last authentication at the provider; null if not reported. */
  readonly authenticatedAt: Date | null
}

/** Our secrets at the start of a sign-in; the provider's response must match them. */
export interface AuthorizationRequest {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** The provider must authenticate the user again, despite an existing session there. */
  readonly again: boolean
}

/** The provider's response, as received. */
export interface AuthorizationAnswer {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

/** Null if a native app began the sign-in, with its own state and nonce. */
export type ExpectedCallback = Pick<AuthorizationRequest, 'redirectUri' | 'codeVerifier'> & {
  readonly state: string | null
  readonly nonce: string | null
}

/** Parameters of a logout at the provider. */
export interface EndOfSession {
  readonly idToken: string | null
  readonly returnTo: string
}

/**
 * Client for providers. Rejects with `invalid_token` for an invalid response, `forbidden` for a refusal, and
 * `unavailable` if the provider can't be reached. Texts of the provider are in `cause` only.
 */
export interface ProviderClient {
  authorizationUrl(provider: IdentityProvider, request: AuthorizationRequest): Promise<string>
  redeem(provider: IdentityProvider, answer: AuthorizationAnswer, expected: ExpectedCallback): Promise<ProvedIdentity>
  /** Null if the provider has no such page. */
  endSessionUrl(provider: IdentityProvider, end: EndOfSession): Promise<string | null>
  /** Verifies a logout token of the provider; returns the sessions to end. */
  readLogoutToken(provider: IdentityProvider, token: string): Promise<EndedAtProvider>
  /** The new refresh token, if there is one. Rejects with `invalid_token` if the provider has ended the session. */
  refresh(provider: IdentityProvider, refreshToken: string): Promise<{ readonly refreshToken: string | null }>
}

export interface EndedAtProvider {
  readonly issuer: string
  readonly subject: string | null
  readonly sessionId: string | null
  /** When the provider issued it: later sessions are not affected. */
  readonly at: Date
}
