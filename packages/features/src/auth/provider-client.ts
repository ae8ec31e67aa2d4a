import { type Claims, defineService, type IdentityProvider } from '@quirecms/core/feature'

export interface ProvedIdentity {
  readonly issuer: string
  readonly subject: string
  readonly claims: Claims
  /** Session id at the provider; null if not reported. */
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

export const providerClient = defineService<ProviderClient>('client for identity providers')
