import { type Actor, type Caller, type Credential, QuireError, type SignInCookie } from '@quirecms/core'
import type { FastifyRequest } from 'fastify'

/** The caller of a request, and its credential. */
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
export const DEVICE_COOKIE = 'service_device'
/** Binds a provider login to the browser that began it. The plain name is for services without https. */
export const SIGN_IN_COOKIES = { ofHost: '__Host-quire_signin', plain: 'quire_signin' } as const
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
 * Returns the preview token of a request to an operation that accepts nothing else. The operation looks it up. It is no
 * identity, so no other operation accepts it.
 */
export function previewCredential({ headers }: Pick<FastifyRequest, 'headers'>): Credential {
  if (headers.authorization === undefined)
    throw new QuireError('unauthenticated', 'Send a preview token: `Authorization: Bearer <token>`.')
  const [scheme, token] = partsOf(headers.authorization)
  if (scheme !== 'bearer' || token.startsWith(API_KEY_PREFIX))
    throw new QuireError('invalid_token', 'This takes a preview token and no other credential.')
  return { kind: 'preview', token }
}

/** Whether the request carries a preview token, for operations that accept it beside other credentials. */
export function carriesPreviewToken(request: Pick<FastifyRequest, 'headers'>): boolean {
  return bearerToken(request)?.startsWith(PREVIEW_TOKEN_PREFIX) ?? false
}

export function bearerToken({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const [scheme, secret] = authorization === undefined ? [] : partsOf(authorization)
  return scheme === 'bearer' ? secret : undefined
}

/** Splits the header into the scheme, in lower case, and the secret. */
function partsOf(authorization: string): [scheme: string, secret: string] {
  const [, scheme = '', secret = ''] = /^([A-Za-z]+) +([\x21-\x7e]+)$/.exec(authorization) ?? []
  return [scheme.toLowerCase(), secret]
}

async function fromHeader(authorization: string, address: string, recognition: Recognition): Promise<Identity> {
  const [scheme, secret] = partsOf(authorization)
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
