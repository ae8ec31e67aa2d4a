import { describe, expect, it } from 'vitest'
import { aDuration, aDurationUpTo, parseDuration, parseSize } from './quantities.ts'

describe('a duration', () => {
  it.each<[unknown, number]>([
    [0, 0],
    [250, 250],
    [1.6, 2],
    ['500ms', 500],
    ['30s', 30_000],
    ['10m', 600_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
    ['1.5h', 5_400_000],
    ['0s', 0],
  ])('%j is %d ms', (given, milliseconds) => expect(parseDuration(given)).toBe(milliseconds))

  it.each<[unknown]>([
    [''],
    ['10'],
    ['s'],
    ['-1s'],
    [-1],
    ['1 s'],
    [' 1s'],
    ['1S'],
    ['1w'],
    ['1.s'],
    ['.5s'],
    ['1e3s'],
    ['1.0001s'],
    [Number.NaN],
    [Infinity],
    [null],
    [undefined],
    [true],
    ['999999999999999d'],
    ['1kb'],
    ['1constructor'],
  ])('%j is refused', (given) => expect(() => parseDuration(given)).toThrow(RangeError))

  it('of an option must be more than zero', () => {
    expect([aDuration('1ms'), aDuration(0)]).toEqual([null, 'must be more than 0'])
    expect(aDuration('x')).toContain('must be a number of milliseconds')
  })

  it('of an option may have a maximum', () => {
    const option = aDurationUpTo('1h')
    expect([option('1h'), option(3_600_001), option(0)]).toEqual([null, "must be at most '1h'", 'must be more than 0'])
  })
})

describe('a size', () => {
  it.each<[unknown, number]>([
    [5, 5],
    ['5b', 5],
    ['64kb', 65_536],
    ['1.5mb', 1_572_864],
    ['1gb', 1_073_741_824],
  ])('%j is %d bytes', (given, bytes) => expect(parseSize(given)).toBe(bytes))

  it.each<[unknown]>([['1tb'], ['1k'], ['1KB'], ['10s'], [-1], [''], ['kb']])('%j is refused', (given) =>
    expect(() => parseSize(given)).toThrow(RangeError),
  )
})
