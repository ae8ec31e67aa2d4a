import { oneOf, type OptionKind } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

/** Options of the session cookie. */
export interface CookieConfig {
  /**
   * `'lax'` by default. `'none'` lets pages of other sites use the session, if `server.cors` allows them; browsers then
   * require https.
   */
  readonly sameSite?: 'lax' | 'strict' | 'none'
  /**
   * A domain whose subdomains share the session: `'example.com'`. By default, browsers send it only to the host itself.
   */
  readonly domain?: string
}

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i

const aDomain: OptionKind = (value) =>
  typeof value === 'string' && DOMAIN.test(value) ? null : "must be a domain such as 'example.com'"

const kinds = { sameSite: oneOf('lax', 'strict', 'none'), domain: aDomain }

export function checkCookie(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, kinds)
}
