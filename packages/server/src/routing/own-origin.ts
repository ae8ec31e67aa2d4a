import { QuireError } from '@quirecms/core'
import type { FastifyRequest } from 'fastify'

export interface OriginRules {
  readonly publicUrl: string | undefined
  /** Other origins that may send the cookie: those of `server.cors`. */
  readonly allowed: readonly string[]
}

/** Refuses cross-site writes (docs/contract/authentication.md#origin-of-writes). */
export type CheckOrigin = (request: FastifyRequest) => void

/**
 * CSRF protection: browsers attach the cookie to any request, so a write with it must come from the service's own or an
 * allowed origin, according to `Origin`, else to `Sec-Fetch-Site`. Without both, the client is no browser.
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

/** Normalizes like browsers: lower case, without the default port. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}
