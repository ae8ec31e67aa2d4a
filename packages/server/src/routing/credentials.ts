import {
  type Actor,
  type Caller,
  type CallRequest,
  type CookieChange,
  type CookieConfig,
  type Credential,
  type CredentialScheme,
  type Operation,
  type PresentedCredential,
  QuireError,
  type SignInCookie,
} from '@quirecms/core'
import type { FastifyRequest } from 'fastify'
import { rawQueryOf } from '../intake/query-string.ts'
import { STANDARD_HEADERS } from '../reply/send.ts'
import type { CheckOrigin } from './own-origin.ts'

export interface Identity extends Pick<Caller, 'key' | 'scopes' | 'heldBack'> {
  readonly actor: Actor | null
  readonly credential?: Credential
  /** The cookie is no longer valid: it is ignored and cleared (docs/contract/authentication.md#wrong-credentials). */
  readonly hasStaleCookie?: true
}

/** Rejects with `invalid_token` for an invalid credential in a header. */
export type Identify = (request: FastifyRequest) => Identity | Promise<Identity>

type KnownIdentity = Identity & Required<Pick<Identity, 'actor' | 'credential'>>

/** Looks up credentials; null if unknown, expired or revoked. */
export interface Recognition {
  session(token: string, via: 'cookie' | 'header'): Promise<KnownIdentity | null>
  /** `address` is the client's: a key may be restricted to some addresses. */
  apiKey(key: string, address: string): Promise<KnownIdentity | null>
}

export const SESSION_COOKIE = 'service_session'
/** Marks a browser that has signed in before; not a credential. */
const DEVICE_COOKIE = 'service_device'
/** Binds a provider login to the browser that began it. The plain name is for services without https. */
const SIGN_IN_COOKIES = { ofHost: '__Host-quire_signin', plain: 'quire_signin' } as const
const API_KEY_PREFIX = 'qk_'
const PREVIEW_TOKEN_PREFIX = 'qp_'
const ANONYMOUS: Identity = { actor: null }

/**
 * Identifies by the credentials of docs/contract/authentication.md#credentials. A header takes precedence over the
 * cookie; an invalid header is an error, never an anonymous request.
 */
export function identifyBy(recognition: Recognition): Identify {
  return (request) => {
    const { authorization, cookie } = request.headers
    if (authorization !== undefined) return fromHeader(authorization, request.clientAddress, recognition)
    const token = cookie === undefined ? undefined : cookieOf(cookie, SESSION_COOKIE)
    return token === undefined ? ANONYMOUS : fromCookie(token, recognition)
  }
}

/** Whether the request carries a credential, valid or not. */
export function carriesCredential({ headers: { authorization, cookie } }: FastifyRequest): boolean {
  return authorization !== undefined || (cookie !== undefined && cookieOf(cookie, SESSION_COOKIE) !== undefined)
}

/**
 * Returns the preview token of a request; throws if the request has none, or another credential. The operation looks
 * the token up: it is no identity, so only operations that declare it accept it.
 */
export function previewCredential({ headers }: Pick<FastifyRequest, 'headers'>): Credential {
  if (headers.authorization === undefined)
    throw new QuireError('unauthenticated', 'Send a preview token: `Authorization: Bearer <token>`.')
  const [scheme, token] = splitAuthorization(headers.authorization)
  if (scheme !== 'bearer' || token.startsWith(API_KEY_PREFIX))
    throw new QuireError('invalid_token', 'This takes only a preview token, no other credential.')
  return { kind: 'preview', token }
}

/** Whether the request carries a preview token, for operations that accept it beside other credentials. */
export function carriesPreviewToken(request: Pick<FastifyRequest, 'headers'>): boolean {
  return bearerToken(request)?.startsWith(PREVIEW_TOKEN_PREFIX) ?? false
}

export function bearerToken({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const [scheme, secret] = authorization === undefined ? [] : splitAuthorization(authorization)
  return scheme === 'bearer' ? secret : undefined
}

/** Splits the header into the scheme, in lower case, and the secret. */
function splitAuthorization(authorization: string): [scheme: string, secret: string] {
  const [, scheme = '', secret = ''] = /^([A-Za-z]+) +([\x21-\x7e]+)$/.exec(authorization) ?? []
  return [scheme.toLowerCase(), secret]
}

async function fromHeader(authorization: string, address: string, recognition: Recognition): Promise<Identity> {
  const [scheme, secret] = splitAuthorization(authorization)
  const found = await recogniseHeader(scheme, secret, address, recognition)
  if (!found) {
    const hint = schemeHint(scheme, secret) || ' Sign in again, or use another API key.'
    throw new QuireError('invalid_token', `The credential in the Authorization header is not valid.${hint}`)
  }
  return found
}

/** Derived from the form of the header alone: reveals nothing about whether the credential exists. */
function schemeHint(scheme: string, secret: string): string {
  const isKey = secret.startsWith(API_KEY_PREFIX)
  if (scheme === 'bearer') return isKey ? '' : ` \`Bearer\` is for API keys; a session's token goes after \`Session\`.`
  if (scheme === 'session' || scheme === 'jwt') return isKey ? ' An API key goes after `Bearer`.' : ''
  return ' Send `Authorization: Session <token>`, or `Authorization: Bearer <API key>`.'
}

async function recogniseHeader(scheme: string, secret: string, address: string, recognition: Recognition) {
  switch (scheme) {
    case 'session':
    // Alternative scheme name of older clients.
    case 'jwt':
      return recognition.session(secret, 'header')
    case 'bearer':
      return secret.startsWith(API_KEY_PREFIX) ? recognition.apiKey(secret, address) : null
    default:
      return null
  }
}

async function fromCookie(token: string, recognition: Recognition): Promise<Identity> {
  return (await recognition.session(token, 'cookie')) ?? { actor: null, hasStaleCookie: true }
}

export function signInCookieOf(header: string): SignInCookie | undefined {
  const ofHost = cookieOf(header, SIGN_IN_COOKIES.ofHost)
  const token = ofHost ?? cookieOf(header, SIGN_IN_COOKIES.plain)
  return token === undefined ? undefined : { token, isOfHost: ofHost !== undefined }
}

export function cookieOf(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

/** Looks up a credential; null if it is not valid. */
export type RecogniseOwn<Call> = (
  scheme: CredentialScheme<Call>,
  given: PresentedCredential,
) => Promise<Identity | null>

interface Carried<Call> {
  readonly scheme: CredentialScheme<Call>
  readonly secret: string
}

/** Credential schemes of plugins (docs/contract/authentication.md#credentials-of-plugins). */
export class PluginCredentials<Call> implements CarriedCredentials {
  readonly #schemes: readonly CredentialScheme<Call>[]
  readonly #parameters: ReadonlySet<string>
  /** Headers for `Vary`, besides `Authorization` and `Cookie`. */
  readonly headers: readonly string[]

  constructor(schemes: readonly CredentialScheme<Call>[]) {
    this.#schemes = schemes
    this.#parameters = new Set(schemes.flatMap(({ place }) => (place.in === 'query' ? [place.name] : [])))
    this.headers = schemes.flatMap(({ place }) => (place.in === 'header' ? [place.name] : []))
  }

  carriesAnyCredential(request: FastifyRequest): boolean {
    return carriesCredential(request) || this.#carriedBy(request).length > 0
  }

  queryWithoutCredentials(request: FastifyRequest): string {
    const raw = rawQueryOf(request)
    if (raw === '' || this.#parameters.size === 0) return raw
    return pairsOf(raw)
      .filter(([name]) => !this.#parameters.has(name))
      .map(([, , pair]) => pair)
      .join('&')
  }

  /**
   * Identifies callers by these schemes, and callers without such a credential by `otherwise`. They take precedence over
   * the cookie; an invalid credential is an error, never an anonymous request.
   */
  identifyFirst(recognise: RecogniseOwn<Call>, otherwise: Identify): Identify {
    if (this.#schemes.length === 0) return otherwise
    return async (request) => {
      const [first, ...others] = this.#carriedBy(request)
      if (!first) return otherwise(request)
      const isOfHeader = first.scheme.place.in === 'bearer'
      if (others.length > 0 || (!isOfHeader && request.headers.authorization !== undefined))
        throw new QuireError('invalid_token', 'The request has several credentials. Send one of them.')
      const view = viewOf(request)
      const query = this.queryWithoutCredentials(request)
      const url = query === '' ? view.path : `${view.path}?${query}`
      const found = await recognise(first.scheme, { secret: first.secret, request: view, url })
      if (!found)
        throw new QuireError(
          'invalid_token',
          `The credential in ${credentialLocation(first)} is not valid. Use another one.`,
        )
      return found
    }
  }

  #carriedBy(request: FastifyRequest): Carried<Call>[] {
    return this.#schemes.flatMap((scheme) => secretsOf(request, scheme).map((secret) => ({ scheme, secret })))
  }
}

/** Returns all secrets of a scheme. Several are refused like two kinds of credentials. */
function secretsOf<Call>(request: FastifyRequest, { place }: CredentialScheme<Call>): readonly string[] {
  switch (place.in) {
    case 'header': {
      const value = request.headers[place.name.toLowerCase()]
      return value === undefined ? [] : [value].flat()
    }
    case 'bearer': {
      const token = bearerToken(request)
      return token?.startsWith(place.prefix) ? [token] : []
    }
    case 'query':
      return pairsOf(rawQueryOf(request)).flatMap(([name, value]) => (name === place.name ? [value] : []))
  }
}

/** Decodes form encoding. A malformed name matches no credential and is refused with the rest of the query. */
function pairsOf(raw: string): [name: string, value: string, pair: string][] {
  return raw === '' ? [] : raw.split('&').map((pair) => [...decoded(pair), pair])
}

function decoded(pair: string): [name: string, value: string] {
  const [[name, value] = ['', '']] = new URLSearchParams(pair)
  return [name, value]
}

function credentialLocation<Call>({ scheme: { place } }: Carried<Call>): string {
  if (place.in === 'bearer') return 'the Authorization header'
  return place.in === 'header' ? `the header ${place.name}` : `the query parameter "${place.name}"`
}

export interface CallerOptions {
  readonly identify: Identify
  readonly checkOrigin: CheckOrigin
  readonly cookie: CookieConfig
  readonly pluginCredentials: CarriedCredentials
}

/** Credentials in requests, where plugins have schemes of their own. */
export interface CarriedCredentials {
  /** Request headers with credentials of plugins. */
  readonly headers: readonly string[]
  /** Whether the request has a credential, valid or not: `Authorization`, the session cookie, or one of a plugin. */
  carriesAnyCredential(request: FastifyRequest): boolean
  /** The query string without credentials of plugins, so that no other code sees them. */
  queryWithoutCredentials(request: FastifyRequest): string
}

/**
 * Identifies the caller. A write authenticated only by the cookie must come from an allowed origin. Clears a stale
 * cookie, in the headers of the response.
 */
export async function callerOf(
  request: FastifyRequest,
  operation: Pick<Operation<never>, 'credentials' | 'endpoint'>,
  { identify, checkOrigin, cookie }: CallerOptions,
): Promise<Caller> {
  const { cookie: cookies, 'user-agent': userAgent = null } = request.headers
  const devices = cookies === undefined ? undefined : cookieOf(cookies, DEVICE_COOKIE)
  const signIn = cookies === undefined ? undefined : signInCookieOf(cookies)
  const client = { address: request.clientAddress, userAgent, devices, signIn }
  const common = { system: false, context: {}, client, request: viewOf(request) }
  if (operation.credentials === 'none') return { actor: null, ...common }
  const isByToken = operation.credentials === 'any or preview' && carriesPreviewToken(request)
  if (isByToken || operation.credentials === 'preview')
    return { actor: null, ...common, credential: previewCredential(request) }
  const { hasStaleCookie, ...identity } = await identify(request)
  const { credential } = identity
  if (hasStaleCookie)
    request.answerHeaders = [
      ...(request.answerHeaders ?? STANDARD_HEADERS),
      'Set-Cookie',
      setCookie('clear', request, cookie),
    ]
  const isByCookie = credential?.kind === 'session' && credential.via === 'cookie'
  if (isByCookie && operation.endpoint.method !== 'GET') checkOrigin(request)
  return { ...identity, ...common }
}

export function viewOf(request: FastifyRequest): CallRequest {
  const { url } = request
  const end = url.indexOf('?')
  return {
    id: request.id,
    method: request.method,
    path: end === -1 ? url : url.slice(0, end),
    address: request.clientAddress,
    headers: request.headers,
  }
}

/** Returns the `Set-Cookie` value of a cookie change (docs/contract/authentication.md#cookie). */
export function setCookie(change: CookieChange, request: FastifyRequest, options: CookieConfig): string {
  if (change !== 'clear' && change.name === 'signIn') return signInCookie(change)
  const { sameSite = 'lax', domain } = options
  // Only the login endpoints need the device cookie.
  const isDevice = change !== 'clear' && change.name === 'device'
  const path = isDevice ? '/api/auth' : '/'
  const place = `Path=${path}${domain === undefined ? '' : `; Domain=${domain}`}; HttpOnly; SameSite=${SAME_SITE[sameSite]}`
  // Browsers refuse a cross-site cookie without `Secure`, even to clear it.
  const mustBeSecure = sameSite === 'none'
  if (change === 'clear') return `${SESSION_COOKIE}=; ${place}; Max-Age=0${mustBeSecure ? '; Secure' : ''}`
  const isSecure = mustBeSecure || (change.secure ?? !isPlainLoopback(request))
  const expires = new Date(change.expiresAt).toUTCString()
  return `${isDevice ? DEVICE_COOKIE : SESSION_COOKIE}=${change.token}; ${place}; Expires=${expires}${isSecure ? '; Secure' : ''}`
}

/**
 * Cookie of a provider login, for the duration of the login. It must be sent when another site redirects back, and no
 * other host may set it, so it is as strict as that allows, whatever the options of the other cookies are.
 */
function signInCookie({ token, expiresAt, isOfHost }: Extract<CookieChange, { name: 'signIn' }>): string {
  const name = isOfHost ? SIGN_IN_COOKIES.ofHost : SIGN_IN_COOKIES.plain
  const end = token === null ? 'Max-Age=0' : `Expires=${new Date(expiresAt).toUTCString()}`
  return `${name}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; ${end}${isOfHost ? '; Secure' : ''}`
}

const SAME_SITE = { lax: 'Lax', strict: 'Strict', none: 'None' } as const

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/** Browsers would not send a `Secure` cookie to a local service without https. */
function isPlainLoopback({ protocol, hostname }: FastifyRequest): boolean {
  return protocol === 'http' && LOOPBACK.test(hostname)
}
