import type { CookieChange, CookieConfig } from '@quirecms/core'
import type { FastifyRequest } from 'fastify'
import { DEVICE_COOKIE, SESSION_COOKIE, SIGN_IN_COOKIES } from './credentials.ts'

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
