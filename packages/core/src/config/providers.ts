import type { IdentityProvider } from '../contracts/identity-provider.ts'
import { isObject } from '../content/json-object.ts'
import { aBoolean, aFunction, aText, oneOf, type OptionKind } from '../fields/option-kinds.ts'
import { join, type ProblemList } from './problem-list.ts'

export type OidcOptions = Omit<IdentityProvider, 'kind' | 'verifiedClaim' | 'managedClaim'>

export type PresetOptions = Omit<OidcOptions, 'issuer'>

const SCOPES = ['openid', 'email', 'profile']

/**
 * Lets users sign in with an OpenID Connect provider.
 *
 * @example
 * auth: { providers: { company: oidc({ issuer: 'https://id.example.com', clientId: 'quire', clientSecret:
 * process.env.OIDC_SECRET }) } }
 */
export function oidc(options: OidcOptions): IdentityProvider {
  return { scopes: SCOPES, ...options, kind: 'oidc' }
}

/**
 * Sign in with Google. A person can open a Google account with an address of their organisation, and keeps it after
 * leaving. So an address only counts as part of its domain if the claim `hd` says that the organisation manages the
 * account.
 */
export function google(options: PresetOptions): IdentityProvider {
  return { ...oidc({ label: 'Google', ...options, issuer: 'https://accounts.google.com' }), managedClaim: 'hd' }
}

/**
 * Sign in with Microsoft Entra. Set your own tenant, by its id or its domain: `common` and `organizations` let in every
 * user with a Microsoft account. The optional claim `xms_edov` says whether an address is verified.
 */
export function microsoft({ tenant, ...options }: PresetOptions & { readonly tenant: string }): IdentityProvider {
  const issuer = `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/v2.0`
  return { ...oidc({ label: 'Microsoft', ...options, issuer }), verifiedClaim: 'xms_edov' }
}

/** Sign in with GitHub, or with a GitHub Enterprise Server at `url`. */
export function github({ url, ...options }: PresetOptions & { readonly url?: string }): IdentityProvider {
  const issuer = `${(url ?? 'https://github.com').replace(/\/$/, '')}/login/oauth`
  return { label: 'GitHub', scopes: ['read:user', 'user:email'], ...options, kind: 'github', issuer }
}

const anIssuer: OptionKind = (value) => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === ''
    ? null
    : "must be the address of the provider, such as 'https://id.example.com'"
}

const aBooleanOrFunction: OptionKind = (value) =>
  typeof value === 'boolean' || typeof value === 'function' ? null : 'must be true, false or a function'

const textsThat =
  (is: (text: string) => boolean, wanted: string): OptionKind =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && is(one))
      ? null
      : `must be a list of ${wanted}`

const providerKinds: { readonly [Name in keyof IdentityProvider]-?: OptionKind } = {
  kind: oneOf('oidc', 'github'),
  issuer: anIssuer,
  clientId: aText,
  clientSecret: aText,
  scopes: textsThat((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope), "scopes, such as ['openid', 'email']"),
  label: aText,
  map: aFunction,
  create: aBooleanOrFunction,
  link: oneOf('verifiedEmail', 'never'),
  domains: textsThat((name) => /^[a-z0-9.-]+$/.test(name), "domains in lowercase, such as ['example.com']"),
  trustEmail: aBoolean,
  trustFreshness: aBoolean,
  logout: aBoolean,
  privateNetwork: aBoolean,
  verifiedClaim: aText,
  managedClaim: aText,
}

/** Keys are part of the redirect URLs that are registered with providers. */
const KEY = /^[a-z][a-z0-9-]{0,39}$/

export function checkProviders(auth: Record<string, unknown>, place: string, problems: ProblemList): void {
  const { providers, passwords } = auth
  const at = join(place, 'providers')
  const named = isObject(providers) ? Object.entries(providers) : []
  for (const [key, provider] of named) checkProvider(key, provider, join(at, key), problems)
  if (passwords === false && auth['registration'] === 'private')
    problems.add(join(place, 'registration'), "can't be 'private' where users have no passwords: leave it out")
  if (isObject(auth['session']) && auth['session']['recheck'] !== undefined && named.length === 0)
    problems.add(join(place, 'session.recheck'), 'needs `providers`: only their sessions can be rechecked')
  if (passwords !== undefined && passwords !== true && named.length === 0)
    problems.add(join(place, 'passwords'), 'needs `providers`: without them, users could not sign in any more')
}

function checkProvider(key: string, value: unknown, place: string, problems: ProblemList): void {
  if (!KEY.test(key))
    problems.add(place, 'must have a key of lowercase letters, digits and hyphens: it is part of the callback URL')
  if (!isObject(value) || value['kind'] === undefined) {
    problems.add(place, 'must be made with oidc(), google(), microsoft() or github()')
    return
  }
  const provider = problems.members(value, place, providerKinds, ['issuer', 'clientId'])
  const { kind, issuer, scopes, privateNetwork } = provider ?? {}
  if (kind === 'oidc' && Array.isArray(scopes) && !scopes.includes('openid'))
    problems.add(join(place, 'scopes'), "must contain 'openid': without it, the provider doesn't say who signs in")
  if (typeof issuer === 'string' && issuer.startsWith('http:') && privateNetwork !== true)
    problems.add(
      join(place, 'issuer'),
      'must begin with https://, unless `privateNetwork` says that the provider is in your own network',
    )
}

/** The redirect URL for providers is built from `publicUrl`, never from a request header. */
export function checkPublicUrl(server: unknown, collections: Record<string, unknown>, problems: ProblemList): void {
  if (isObject(server) && server['publicUrl'] !== undefined) return
  for (const [slug, collection] of Object.entries(collections)) {
    const auth = isObject(collection) ? collection['auth'] : undefined
    const providers = isObject(auth) ? auth['providers'] : undefined
    if (isObject(providers) && Object.keys(providers).length > 0)
      problems.add(
        `collections.${slug}.auth.providers`,
        'needs `server.publicUrl`: providers redirect users to this address, and must know it in advance',
      )
  }
}
