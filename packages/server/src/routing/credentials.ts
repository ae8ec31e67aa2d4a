import { type Actor, type Caller, type Credential, QuireError, type SignInCookie } from '@quirecms/core'
import type { FastifyRequest } from 'fastify'

/** Who makes a request, and how that is known. */
export interface Identity extends Pick<Caller, 'key' | 'scopes' | 'mustSetUpFactor'> {
  readonly actor: Actor | null
  readonly credential?: Credential
  /**
   * The cookie that came along is not good any more: it counts as none and is cleared (docs/contract/authentication.md#wrong-credentials).
   */
  readonly hasStaleCookie?: true
}

/** Rejects with `invalid_token` for a header with a credential that is not good. */
export type Identify = (request: FastifyRequest) => Identity | Promise<Identity>

type Known = Identity & Required<Pick<Identity, 'actor' | 'credential'>>

/** Looks secrets up; null for one that is unknown, expired or revoked. */
export interface Recognition {
  session(token: string, via: 'cookie' | 'header'): Promise<Known | null>
  /** `address` is that of the client: a key may be good for some of them only. */
  apiKey(key: string, address: string): Promise<Known | null>
}

export const SESSION_COOKIE = 'service_session'
/** Tells that a browser has signed in here before; no credential. */
export const DEVICE_COOKIE = 'service_device'
/** Shows that a sign-in with a provider was begun in this browser. The plain one is for services without https. */
export const SIGN_IN_COOKIES = { ofHost: '__Host-quire_signin', plain: 'quire_signin' } as const
const API_KEY_PREFIX = 'qk_'
const PREVIEW_TOKEN_PREFIX = 'qp_'
const NOBODY: Identity = { actor: null }

/** The credentials of docs/contract/authentication.md#credentials. A header stands above the cookie, and is never silently nobody's. */
export function identifyBy(recognition: Recognition): Identify {
  return (request) => {
    const { authorization, cookie } = request.headers
    if (authorization !== undefined) return fromHeader(authorization, request.clientAddress, recognition)
    const token = cookie === undefined ? undefined : cookieOf(cookie, SESSION_COOKIE)
    return token === undefined ? NOBODY : fromCookie(token, recognition)
  }
}

/** Whether the request shows who makes it, with a credential that is good or not. */
export function carriesCredential({ headers: { authorization, cookie } }: FastifyRequest): boolean {
  return authorization !== undefined || (cookie !== undefined && cookieOf(cookie, SESSION_COOKIE) !== undefined)
}

/**
 * A preview token, for operations that take nothing else. Whose it is and what it opens is for the operation to find out: it is no
 * identity, and so good for nothing anywhere else.
 */
export function previewCredential({ headers }: Pick<FastifyRequest, 'headers'>): Credential {
  if (headers.authorization === undefined)
    throw new QuireError('unauthenticated', 'Send a preview token: `Authorization: Bearer <token>`.')
  const [scheme, token] = partsOf(headers.authorization)
  if (scheme !== 'bearer' || token.startsWith(API_KEY_PREFIX))
    throw new QuireError('invalid_token', 'This takes a preview token and no other credential.')
  return { kind: 'preview', token }
}

/** Whether the request shows a preview token, for operations that take one beside other credentials. */
export function carriesPreviewToken(request: Pick<FastifyRequest, 'headers'>): boolean {
  return bearerToken(request)?.startsWith(PREVIEW_TOKEN_PREFIX) ?? false
}

/** What follows `Bearer`, if the request has that. */
export function bearerToken({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const [scheme, secret] = authorization === undefined ? [] : partsOf(authorization)
  return scheme === 'bearer' ? secret : undefined
}

/** The scheme in lower case, and what follows it. */
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

/** What the form of the header alone tells: nothing about whether there is such a credential. */
function schemeHint(scheme: string, secret: string): string {
  const isKey = secret.startsWith(API_KEY_PREFIX)
  if (scheme === 'bearer') return isKey ? '' : ` \`Bearer\` is for API keys; a session's token goes after \`Session\`.`
  if (scheme === 'session' || scheme === 'jwt') return isKey ? ' An API key goes after `Bearer`.' : ''
  return ' Send `Authorization: Session <token>`, or `Authorization: Bearer <API key>`.'
}

async function recogniseHeader(scheme: string, secret: string, address: string, recognition: Recognition) {
  switch (scheme) {
    case 'session':
    // The same token under the name that older clients use.
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

/** What a browser shows that comes back from a provider. */
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
