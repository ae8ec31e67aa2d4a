import type { AnswerBasis, CacheLife } from '@quirecms/core'
import { describe, expect, it } from 'vitest'
import { publicLife, publicLifeOfFile } from './cache-control.ts'

const life = (rest: Partial<CacheLife> = {}): CacheLife => ({
  maxAge: 300,
  shared: null,
  staleWhileRevalidate: null,
  anonymousOnly: false,
  ...rest,
})
const basis = (isPersonal: boolean, isPartial = false) => ({ isPersonal, isPartial }) as AnswerBasis

describe('the cache lifetime of a response', () => {
  it.each<[string, CacheLife | null, AnswerBasis | undefined, string | undefined]>([
    ['is public for as long as it is configured', life(), basis(false), 'public, max-age=300'],
    ['may be longer in shared caches', life({ shared: 600 }), basis(false), 'public, max-age=300, s-maxage=600'],
    ['may be none in shared caches', life({ shared: 0 }), basis(false), 'public, max-age=300, s-maxage=0'],
    [
      'may go on while it is asked for anew',
      life({ staleWhileRevalidate: 60 }),
      basis(false),
      'public, max-age=300, stale-while-revalidate=60',
    ],
    ['is not public where it is not configured', null, basis(false), undefined],
    ['is not public for an answer to one person', life(), basis(true), undefined],
    ['is not public where nothing is known of the answer', life(), undefined, undefined],
  ])('%s', (_, given, known, header) => expect(publicLife(given, known)).toBe(header))
})

describe('the cache lifetime of a file', () => {
  it.each<[string, CacheLife | null, AnswerBasis | undefined, boolean, string | undefined]>([
    [
      'is immutable where its address never shows other bytes',
      life(),
      basis(false),
      false,
      'public, max-age=300, immutable',
    ],
    ['is not where it may change', life(), basis(false), true, 'public, max-age=300'],
    [
      'is short where rules choose who reads it',
      life({ shared: 600, staleWhileRevalidate: 60 }),
      basis(false, true),
      false,
      'public, max-age=60, s-maxage=60',
    ],
    ['is never longer for that', life({ maxAge: 5 }), basis(false, true), false, 'public, max-age=5'],
    ['is not public for one person', life(), basis(true), false, undefined],
    ['is not public where it is not configured', null, basis(false), false, undefined],
  ])('%s', (_, given, known, mayChange, header) =>
    expect(publicLifeOfFile(given, known, mayChange ? { mayChange } : {})).toBe(header),
  )
})
