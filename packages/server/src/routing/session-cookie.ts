import type { CookieChange } from '@quire/core'
import type { FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from './credentials.ts'

/** The value of `Set-Cookie` for a change of the session cookie (contract 8). */
export function setCookie(change: CookieChange, request: FastifyRequest): string {
  if (change === 'clear') return `${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`
  const isSecure = change.secure ?? !isPlainLoopback(request)
  const expires = new Date(change.expiresAt).toUTCString()
  const flags = isSecure ? '; Secure' : ''
  return `${SESSION_COOKIE}=${change.token}; Path=/; HttpOnly; SameSite=Lax; Expires=${expires}${flags}`
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/** Browsers would not send a `Secure` cookie back to a service that is tried out on one's own machine. */
function isPlainLoopback({ protocol, hostname }: FastifyRequest): boolean {
  return protocol === 'http' && LOOPBACK.test(hostname)
}
