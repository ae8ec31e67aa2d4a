import { describe, expect, it } from 'vitest'
import { PreparedStatements, StatementNames } from './postgres/statement-names.ts'
import { globPattern } from './sqlite/glob-pattern.ts'
import { wordRank, wordsSaidOften } from './word-rank.ts'

describe('names of prepared statements', () => {
  it('are assigned when a statement repeats, and stay the same', () => {
    const names = new StatementNames({ isOff: false })
    expect(names.nameOf('select 1')).toBeUndefined()
    const name = names.nameOf('select 1')
    expect(name).toMatch(/^quire_[0-9a-f]{32}$/)
    expect(names.nameOf('select 1')).toBe(name)
    expect([names.nameOf('select 2'), names.nameOf('select 2')]).not.toContain(name)
  })

  it('are not assigned behind a pooler', () => {
    const names = new StatementNames({ isOff: true })
    expect([1, 2, 3].map(() => names.nameOf('select 1'))).toEqual([undefined, undefined, undefined])
  })

  it('are reset on a connection once most were evicted', () => {
    const prepared = new PreparedStatements()
    const text = 'x'.repeat(8_000)
    for (let count = 0; count < 200; count += 1) prepared.add('same', text)
    expect([prepared.has('same'), prepared.isTooMuch]).toEqual([true, false])
    for (let count = 0; count < 200; count += 1) prepared.add(`other ${count}`, text)
    expect(prepared.isTooMuch).toBe(true)
  })
})

describe('the pattern for a substring', () => {
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
  it('decreases with the weights, and stays above zero', () => {
    expect(wordRank([10, 5, 1])).toEqual({ classes: [1_000_000, 500_000], exact: 100_000, often: 50_000 })
    expect(wordRank([1_000_000_000, 1, 1]).classes[1]).toBe(2)
  })

  it('counts words that occur three times in all fields together', () => {
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
