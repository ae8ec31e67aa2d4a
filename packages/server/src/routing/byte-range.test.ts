import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/setup/runs.ts'
import { RangeNotSatisfiable } from '../reply/refusals.ts'
import { requestedRange } from './preconditions.ts'

const SIZE = 100
const asked = (range: string | undefined, ifRange?: string, size = SIZE) =>
  requestedRange({ range, 'if-range': ifRange }, size, ['"tag"', 'Sat, 01 Jan 2000 00:00:00 GMT'])

describe('a byte range', () => {
  it.each<[string, string, { start: number; end: number }]>([
    ['of the first byte', 'bytes=0-0', { start: 0, end: 0 }],
    ['from a byte to the end', 'bytes=10-', { start: 10, end: 99 }],
    ['of the last bytes', 'bytes=-10', { start: 90, end: 99 }],
    ['of more last bytes than there are', 'bytes=-1000', { start: 0, end: 99 }],
    ['that ends beyond the end', 'bytes=90-1000', { start: 90, end: 99 }],
    ['of all bytes', 'bytes=0-99', { start: 0, end: 99 }],
    ['in other case, with blanks around it', ' Bytes=1-2 ', { start: 1, end: 2 }],
    ['with more digits than a number holds', 'bytes=0-99999999999999999999999', { start: 0, end: 99 }],
  ])('%s', (_, range, result) => expect(asked(range)).toEqual(result))

  it.each<[string, string | undefined]>([
    ['there is no header', undefined],
    ['it is empty', ''],
    ['the unit is another', 'items=0-1'],
    ['it names several', 'bytes=0-1,5-6'],
    ['it ends before it begins', 'bytes=5-4'],
    ['it names no number', 'bytes=-'],
    ['it is no number', 'bytes=a-b'],
    ['there are blanks in it', 'bytes= 0-1'],
    ['it is negative on both sides', 'bytes=-1-2'],
  ])('is ignored if %s', (_, range) => expect(asked(range)).toBeUndefined())

  it.each<[string, string, number]>([
    ['begins behind the end', 'bytes=100-', 100],
    ['begins far behind the end', 'bytes=1000-2000', 100],
    ['asks for no last byte', 'bytes=-0', 100],
    ['asks for bytes of an empty file', 'bytes=0-', 0],
    ['asks for the last bytes of an empty file', 'bytes=-5', 0],
  ])('is refused if it %s', (_, range, size) =>
    expect(() => asked(range, undefined, size)).toThrow(RangeNotSatisfiable),
  )

  it.each<[string, string, boolean]>([
    ['the tag that is there', '"tag"', true],
    ['the date that is there', 'Sat, 01 Jan 2000 00:00:00 GMT', true],
    ['another tag', '"other"', false],
    ['a weak tag', 'W/"tag"', false],
    ['nothing', '', false],
  ])('with If-Range of %s: %s', (_, ifRange, counts) =>
    expect(asked('bytes=0-1', ifRange)).toEqual(counts ? { start: 0, end: 1 } : undefined),
  )

  it('lies within the file, whatever the request', () =>
    fc.assert(
      fc.property(fc.nat(), fc.option(fc.nat()), fc.integer({ min: 1, max: 5000 }), (first, last, size) => {
        fc.pre(first < size && (last === null || last >= first))
        const range = asked(`bytes=${first}-${last ?? ''}`, undefined, size)
        expect(range?.start).toBe(first)
        expect(range?.end).toBe(Math.min(last ?? size - 1, size - 1))
      }),
      runs(100),
    ))
})
