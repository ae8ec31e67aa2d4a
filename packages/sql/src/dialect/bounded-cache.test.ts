import { describe, expect, it } from 'vitest'
import { BoundedMemory } from '../documents/bounded-memory.ts'
import { BoundedCache, MemoryBudget } from './bounded-cache.ts'
import { PreparedStatements, StatementNames } from './postgres/statement-names.ts'
import { globPattern } from './sqlite/glob-pattern.ts'
import { wordRank, wordsSaidOften } from './word-rank.ts'

/** An entry takes a hundred characters besides its own. */
const budget = () => new MemoryBudget({ characters: 1_000, longest: 400 })

describe('a bounded cache', () => {
  it('makes each value once', () => {
    const cache = new BoundedCache<object>(budget())
    const made = cache.getOrMake('a', () => ({}))
    expect(cache.getOrMake('a', () => ({}))).toBe(made)
  })

  it('keeps nothing that is longer than it may be', () => {
    const cache = new BoundedCache<object>(budget())
    const made = cache.getOrMake('a'.repeat(301), () => ({}))
    expect(cache.getOrMake('a'.repeat(301), () => ({}))).not.toBe(made)
  })

  it('counts what its values take', () => {
    const shared = budget()
    const cache = new BoundedCache<string>(shared, (value) => value.length)
    cache.getOrMake('key', () => 'x'.repeat(50))
    expect(shared.used).toBe(153)
  })

  it('drops what was used longest ago, and keeps what is asked for', () => {
    const shared = budget()
    const cache = new BoundedCache<number>(shared)
    let made = 0
    const get = (key: string) => cache.getOrMake(key.padEnd(100, '.'), () => (made += 1))
    for (const key of ['a', 'b', 'c', 'd', 'e']) get(key)
    get('a')
    get('f')
    expect(shared.used).toBe(1_000)
    expect([get('a'), get('f')]).toEqual([1, 6])
    expect(get('b')).toBe(7)
  })

  it('shares its budget with others, and gives it back', () => {
    const shared = budget()
    const [one, other] = [new BoundedCache<number>(shared), new BoundedCache<number>(shared)]
    one.getOrMake('a'.repeat(300), () => 1)
    for (const key of ['b', 'c']) other.getOrMake(key.repeat(300), () => 1)
    expect(one.getOrMake('a'.repeat(300), () => 2)).toBe(2)
    one.clear()
    other.clear()
    expect(shared.used).toBe(0)
  })
})

describe('a bounded memory', () => {
  const known = (answer: number) => ({ state: 's', answer })

  it('recalls what it was told last', () => {
    const memory = new BoundedMemory<number>(10_000)
    memory.remember('a', known(1))
    memory.remember('a', known(2))
    expect([memory.recall('a')?.answer, memory.recall('b')]).toEqual([2, undefined])
  })

  it('forgets the oldest once it is full, and what is larger than all of it at once', () => {
    const memory = new BoundedMemory<number>(500, (answer) => answer)
    for (const key of ['a', 'b', 'c', 'd']) memory.remember(key, known(0))
    expect(['a', 'b', 'c', 'd'].map((key) => memory.recall(key) !== undefined)).toEqual([false, true, true, true])
    memory.remember('e', known(10_000))
    expect(['b', 'c', 'd', 'e'].some((key) => memory.recall(key))).toBe(false)
  })
})

describe('names of prepared statements', () => {
  it('are given when a statement comes again, and stay', () => {
    const names = new StatementNames({ isOff: false })
    expect(names.nameOf('select 1')).toBeUndefined()
    const name = names.nameOf('select 1')
    expect(name).toMatch(/^quire_[0-9a-f]{32}$/)
    expect(names.nameOf('select 1')).toBe(name)
    expect([names.nameOf('select 2'), names.nameOf('select 2')]).not.toContain(name)
  })

  it('are given to none behind a pooler', () => {
    const names = new StatementNames({ isOff: true })
    expect([1, 2, 3].map(() => names.nameOf('select 1'))).toEqual([undefined, undefined, undefined])
  })

  it('are too many on a connection once most must have been forgotten', () => {
    const prepared = new PreparedStatements()
    const text = 'x'.repeat(8_000)
    for (let count = 0; count < 200; count += 1) prepared.add('same', text)
    expect([prepared.has('same'), prepared.isTooMuch]).toEqual([true, false])
    for (let count = 0; count < 200; count += 1) prepared.add(`other ${count}`, text)
    expect(prepared.isTooMuch).toBe(true)
  })
})

describe('the pattern of a part of a text', () => {
  it.each([
    ['abc', '[aA][bB][cC]'],
    ['ABC', '[aA][bB][cC]'],
    ['1-2', '1-2'],
    ['*?[', '[*][?][[]'],
    [']', ']'],
    ['', ''],
    ['k', '[kK\u212a]'],
    ['σ', '[σΣ]'],
  ])('%j is %s', (part, pattern) => expect(globPattern(part)).toBe(pattern))
})

describe('the rank of words', () => {
  it('falls with the weights, and never to nothing', () => {
    expect(wordRank([10, 5, 1])).toEqual({ classes: [1_000_000, 500_000], exact: 100_000, often: 50_000 })
    expect(wordRank([1_000_000_000, 1, 1]).classes[1]).toBe(2)
  })

  it('counts words that come three times in all fields together', () => {
    expect(
      wordsSaidOften([
        ['a', 'b'],
        ['a', 'c'],
        ['a', 'b'],
      ]),
    ).toEqual(['a'])
    expect(wordsSaidOften([])).toEqual([])
  })
})
