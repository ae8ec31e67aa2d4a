import { QuireError } from '@quire/core'
import type { FastifyRequest } from 'fastify'

export interface OriginRules {
  /** The service's own address, where it is configured. */
  readonly publicUrl: string | undefined
  /** Other origins that may call with the cookie: those of `server.cors`. */
  readonly allowed: readonly string[]
}

/** Refuses a write that a browser was made to send from somewhere else (contract 8). */
export type CheckOrigin = (request: FastifyRequest) => void

/**
 * A cookie goes along with whatever a browser sends, so a write with one must come from the service's own origin or an allowed one:
 * by `Origin`, else by `Sec-Fetch-Site`. With neither it is no browser (contract 14, Credentials).
 */
export function originCheck({ publicUrl, allowed }: OriginRules): CheckOrigin {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin
  const listed = new Set(allowed)
  return (request) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined) {
      if (origin === (own ?? `${request.protocol}://${request.host}`) || listed.has(origin)) return
    } else if (site === undefined || site === 'same-origin' || site === 'none') return
    throw new QuireError('origin_not_allowed', 'This origin may not make changes here.')
  }
}
