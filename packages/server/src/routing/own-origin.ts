import { QuireError } from '@quirecms/core'
import type { FastifyRequest } from 'fastify'

export interface OriginRules {
  /** The service's own address, where it is configured. */
  readonly publicUrl: string | undefined
  /** Other origins that may call with the cookie: those of `server.cors`. */
  readonly allowed: readonly string[]
}

/** Refuses a write that a browser was made to send from somewhere else (docs/contract/authentication.md#origin-of-writes). */
export type CheckOrigin = (request: FastifyRequest) => void

/**
 * A cookie goes along with whatever a browser sends, so a write with one must come from the service's own origin or an allowed one:
 * by `Origin`, else by `Sec-Fetch-Site`. With neither it is no browser.
 */
export function originCheck({ publicUrl, allowed }: OriginRules): CheckOrigin {
  const own = publicUrl === undefined ? undefined : originOf(publicUrl)
  const listed = new Set(allowed)
  const ownOf = ({ protocol, host }: FastifyRequest) => own ?? originOf(`${protocol}://${host}`)
  return (request) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined) {
      if (listed.has(origin) || (origin !== 'null' && origin === ownOf(request))) return
    } else if (site === undefined || site === 'same-origin' || site === 'none') return
    throw new QuireError(
      'origin_not_allowed',
      'Pages of this origin may not make changes here with the session cookie.',
    )
  }
}

/** As browsers write it: in small letters, and without the port that the scheme implies. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}
