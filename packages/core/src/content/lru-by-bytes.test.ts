import { describe, expect, it } from 'vitest'
import { LruByBytes } from './lru-by-bytes.ts'

/** An entry takes 150 bytes, and two for each character of its key. */
const BYTES_OF_A = 152

describe('an LRU cache with a byte limit', () => {
  it('creates each value once', () => {
    const cache = new LruByBytes<object>({ most: 1_000 })
    const made = cache.getOrMake('a', () => ({}))
    expect(cache.getOrMake('a', () => ({}))).toBe(made)
  })

  it('replaces a value, and counts it once', () => {
    const cache = new LruByBytes<number>({ most: 1_000, bytesOf: (value) => value })
    cache.set('a', 100)
    cache.set('a', 10)
    expect([cache.get('a'), cache.bytes]).toEqual([10, BYTES_OF_A + 10])
  })

  it('stores no value that is larger than the limit', () => {
    const cache = new LruByBytes<number>({ most: 1_000, longest: 300, bytesOf: (value) => value })
    cache.set('a', 10)
    cache.set('a', 200)
    expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0])
  })

  it('evicts the least recently used entries', () => {
    const cache = new LruByBytes<number>({ most: 3 * BYTES_OF_A })
    for (const key of ['a', 'b', 'c']) cache.set(key, 1)
    expect(cache.get('a')).toBe(1)
    cache.set('d', 1)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true])
    expect(cache.bytes).toBe(3 * BYTES_OF_A)
  })

  it('is cleared', () => {
    const cache = new LruByBytes<number>({ most: 1_000 })
    cache.set('a', 1)
    cache.clear()
    expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0])
  })
})
