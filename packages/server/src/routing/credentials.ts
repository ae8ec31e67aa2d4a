import { type Actor, type Credential, QuireError } from '@quire/core'
import type { FastifyRequest } from 'fastify'

/** Who makes a request, and how that is known. */
export interface Identity {
  readonly actor: Actor | null
  readonly credential?: Credential
  /** The cookie that came along is not good any more: it counts as none and is cleared (contract 14, Credentials). */
  readonly hasStaleCookie?: true
}

/** Rejects with `invalid_token` for a header with a credential that is not good. */
export type Identify = (request: FastifyRequest) => Identity | Promise<Identity>

/** Looks secrets up; null for one that is unknown, expired or revoked. */
export interface Recognition {
  session(token: string, via: 'cookie' | 'header'): Promise<Required<Omit<Identity, 'hasStaleCookie'>> | null>
  apiKey(key: string): Promise<Required<Omit<Identity, 'hasStaleCookie'>> | null>
}

export const SESSION_COOKIE = 'service_session'
const API_KEY_PREFIX = 'qk_'
const NOBODY: Identity = { actor: null }

/** The credentials of http-api.md, Authentication. A header stands above the cookie, and is never silently nobody's. */
export function identifyBy(recognition: Recognition): Identify {
  return (request) => {
    const { authorization, cookie } = request.headers
    if (authorization !== undefined) return fromHeader(authorization, recognition)
    const token = cookie === undefined ? undefined : sessionCookieOf(cookie)
    return token === undefined ? NOBODY : fromCookie(token, recognition)
  }
}

/** Whether the request shows who makes it, with a credential that is good or not. */
export function carriesCredential({ headers: { authorization, cookie } }: FastifyRequest): boolean {
  return authorization !== undefined || (cookie !== undefined && sessionCookieOf(cookie) !== undefined)
}

async function fromHeader(authorization: string, recognition: Recognition): Promise<Identity> {
  const [, scheme = '', secret = ''] = /^([A-Za-z]+) +([\x21-\x7e]+)$/.exec(authorization) ?? []
  const found = await recogniseHeader(scheme.toLowerCase(), secret, recognition)
  if (!found) throw new QuireError('invalid_token', 'The credential is not valid.')
  return found
}

async function recogniseHeader(scheme: string, secret: string, recognition: Recognition) {
  switch (scheme) {
    case 'session':
    // The same token under the name that older clients use.
    case 'jwt':
      return recognition.session(secret, 'header')
    case 'bearer':
      return secret.startsWith(API_KEY_PREFIX) ? recognition.apiKey(secret) : null
    default:
      return null
  }
}

async function fromCookie(token: string, recognition: Recognition): Promise<Identity> {
  return (await recognition.session(token, 'cookie')) ?? { actor: null, hasStaleCookie: true }
}

function sessionCookieOf(header: string): string | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals).trim() === SESSION_COOKIE) return pair.slice(equals + 1).trim()
  }
  return undefined
}
