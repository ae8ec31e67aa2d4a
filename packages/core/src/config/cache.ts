import { isObject } from '../content/json-object.ts'
import type { CacheLife } from '../contracts/entity.ts'
import { aBoolean, anObjectOf, type OptionKind } from '../fields/option-kinds.ts'
import { aQuantity } from './check-server.ts'
import { type Duration, parseDuration } from './quantities.ts'

/** For how long anonymous reads may be kept: `'60s'`, or more exactly. By default, they may not (docs/caching.md). */
export type CacheConfig = Duration | CacheOptions

export interface CacheOptions {
  /** How long browsers may keep an answer, and shared caches too unless `shared` says otherwise. */
  readonly maxAge: Duration
  /** How long shared caches may keep it, such as a CDN that you purge. */
  readonly shared?: Duration
  /** How long caches may go on serving an old answer while they fetch the new one. */
  readonly staleWhileRevalidate?: Duration
  /**
   * For applications with `identify`: promises that whoever it takes for nobody gets the same answers as everybody else without a
   * credential. Without it, nothing is public there, since no cache knows what `identify` looks at.
   */
  readonly anonymousOnly?: boolean
}

const aDuration = aQuantity(parseDuration)

/** Caches count whole seconds. */
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
