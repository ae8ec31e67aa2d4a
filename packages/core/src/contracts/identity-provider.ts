import type { JsonObject } from './json.ts'

/** A sign-in provider of a collection, as `oidc()` and the presets create it (docs/single-sign-on.md). */
export interface IdentityProvider {
  /** OpenID Connect, or GitHub, which speaks OAuth 2 alone. */
  readonly kind: 'oidc' | 'github'
  /** Issuer, exactly as in the provider's tokens. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  readonly scopes?: readonly string[]
  /** What the button says; the key by default. */
  readonly label?: string
  /** Maps claims to user data at every sign-in; `undefined` leaves the user unchanged. */
  readonly map?: MapClaims
  /** Whether an unknown identity becomes a new user; true by default. */
  readonly create?: boolean | MayBeCreated
  /** Whether a user who is here already is recognised by an address that both have confirmed; `'verifiedEmail'` by default. */
  readonly link?: 'verifiedEmail' | 'never'
  /** Only addresses of these domains come in. */
  readonly domains?: readonly string[]
  /** The provider is believed whose an address is; false by default. */
  readonly trustEmail?: boolean
  /** A sign-in counts as fresh though the provider doesn't say when the person last showed who they are; false by default. */
  readonly trustFreshness?: boolean
  /** Whether `logout` says where the session at the provider ends; false by default. */
  readonly logout?: boolean
  /** Whether the provider may be at an address that is not public, or at one without https; false by default. */
  readonly privateNetwork?: boolean
  /** The claim that says whether the address is confirmed; `email_verified` by default. */
  readonly verifiedClaim?: string
  /** The claim of accounts that an organisation manages. Where there is one, others are of none of the `domains`, whatever address they have. */
  readonly managedClaim?: string
}

/** A provider's claims about a person. */
export type Claims = JsonObject

export interface ClaimsArguments {
  readonly claims: Claims
  /** The key of the provider. */
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
  /** The session at the provider, where it says so. */
  readonly sessionId: string | null
  /** What tells the provider which of its sessions is to end; null where there is none. */
  readonly idToken: string | null
  readonly refreshToken: string | null
  /** When the person last showed the provider who they are; null where it doesn't say. */
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

/** What came back, as the request brought it. */
export interface AuthorizationAnswer {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

/** Null where a native app has begun the sign-in itself, with a state and a nonce that only it knows. */
export type ExpectedAnswer = Pick<AuthorizationRequest, 'redirectUri' | 'codeVerifier'> & {
  readonly state: string | null
  readonly nonce: string | null
}

/** What the end of a session at the provider is asked for with. */
export interface EndOfSession {
  readonly idToken: string | null
  readonly returnTo: string
}

/**
 * Speaks with providers. Rejects with `invalid_token` for an answer that is not what it must be, with `forbidden` for one that says no, and with
 * `unavailable` where the provider can't be reached. What the provider said stands in the cause alone.
 */
export interface ProviderClient {
  authorizationUrl(provider: IdentityProvider, request: AuthorizationRequest): Promise<string>
  redeem(provider: IdentityProvider, answer: AuthorizationAnswer, expected: ExpectedAnswer): Promise<ProvedIdentity>
  /** Null where the provider has no such page. */
  endSessionUrl(provider: IdentityProvider, end: EndOfSession): Promise<string | null>
  /** Whose sessions end, by a token that the provider has sent. */
  readLogoutToken(provider: IdentityProvider, token: string): Promise<EndedAtProvider>
  /** The next refresh token, if there is another one. Rejects with `invalid_token` if the provider has ended the session. */
  refresh(provider: IdentityProvider, refreshToken: string): Promise<{ readonly refreshToken: string | null }>
}

export interface EndedAtProvider {
  readonly issuer: string
  readonly subject: string | null
  readonly sessionId: string | null
  /** When the provider said so: it speaks of no session that began after that. */
  readonly at: Date
}
