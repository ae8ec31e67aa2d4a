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
