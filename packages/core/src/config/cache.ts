import { isObject } from '../content/json-object.ts'
import type { CacheLife } from '../contracts/entity.ts'
import { aBoolean, anObjectOf, type OptionKind } from '../fields/option-kinds.ts'
import { aQuantity } from './check-server.ts'
import { type Duration, parseDuration } from './quantities.ts'

/** How long anonymous reads may be cached: `'60s'`, or in detail. By default, they are not (docs/caching.md). */
export type CacheConfig = Duration | CacheOptions

export interface CacheOptions {
  /** How long browsers may cache an answer, and shared caches too unless `shared` is set. */
  readonly maxAge: Duration
  /** How long shared caches may keep it, such as a CDN that you purge. */
  readonly shared?: Duration
  /** How long caches may serve a stale answer while they fetch a new one. */
  readonly staleWhileRevalidate?: Duration
  /**
   * For applications with `identify`: promises that requests for which it returns null get the same answers as requests
   * without credentials. Without this, responses are never public, since no cache knows what `identify` reads.
   */
  readonly anonymousOnly?: boolean
}

const aDuration = aQuantity(parseDuration)

/** HTTP caches count in whole seconds. */
const aLifetime: OptionKind = (value) =>
  aDuration(value) ?? (parseDuration(value) < 1000 ? "must be at least a second, such as '60s'" : null)

const someOptions = anObjectOf({
  maxAge: aLifetime,
  shared: aLifetime,
  staleWhileRevalidate: aLifetime,
  anonymousOnly: aBoolean,
})

export const aCacheLife: OptionKind = (value) => {
  if (!isObject(value)) return aLifetime(value)
  return value['maxAge'] === undefined ? "needs `maxAge`, such as { maxAge: '60s' }" : someOptions(value)
}

export function resolveCache(cache: CacheConfig | undefined): CacheLife | null {
  if (cache === undefined) return null
  const {
    maxAge,
    shared,
    staleWhileRevalidate,
    anonymousOnly = false,
  }: CacheOptions = typeof cache === 'object' ? cache : { maxAge: cache }
  return {
    maxAge: seconds(maxAge),
    shared: shared === undefined ? null : seconds(shared),
    staleWhileRevalidate: staleWhileRevalidate === undefined ? null : seconds(staleWhileRevalidate),
    anonymousOnly,
  }
}

function seconds(duration: Duration): number {
  return Math.floor(parseDuration(duration) / 1000)
}
