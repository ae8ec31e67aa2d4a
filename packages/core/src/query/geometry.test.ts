import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/setup/runs.ts'
import { distanceMeters, isWithin } from './geometry.ts'

type Position = [number, number]

const BERLIN: Position = [13.405, 52.52]
const PARIS: Position = [2.3522, 48.8566]
const position = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
)

describe('distance', () => {
  it.each<[string, Position, Position, number]>([
    ['is zero from a place to itself', BERLIN, BERLIN, 0],
    ['is known between cities', BERLIN, PARIS, 877_465],
    ['is a quarter of the earth from the equator to the pole', [0, 0], [0, 90], 10_007_557],
    ['is half of the earth to the other side', [0, 0], [180, 0], 20_015_114],
    ['goes the short way across the date line', [179.5, 0], [-179.5, 0], 111_195],
    ['does not count degrees of longitude at the pole', [0, 90], [120, 90], 0],
  ])('%s', (_, from, to, meters) => expect(Math.round(distanceMeters(from, to))).toBe(meters))

  it('treats a tiny degree as zero', () => expect(distanceMeters([1e-200, -1e-300], [0, 0])).toBe(0))

  it('is symmetric, and never more than half around the earth', () =>
    fc.assert(
      fc.property(position, position, (from, to) => {
        const meters = distanceMeters(from, to)
        expect(meters).toBeCloseTo(distanceMeters(to, from), 3)
        expect(meters).toBeGreaterThanOrEqual(0)
        expect(meters).toBeLessThanOrEqual(20_015_115)
      }),
      runs(200),
    ))
})

describe('within a polygon', () => {
  const square: Position[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 0],
  ]
  const hole: Position[] = [
    [4, 4],
    [6, 4],
    [6, 6],
    [4, 6],
    [4, 4],
  ]
  // Shaped like a U: the notch between its arms is outside.
  const bay: Position[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [7, 10],
    [7, 3],
    [3, 3],
    [3, 10],
    [0, 10],
    [0, 0],
  ]

  it.each<[string, Position, Position[][], boolean]>([
    ['is its middle', [5, 5], [square], true],
    ['is a corner', [0, 0], [square], true],
    ['is a point of an edge', [10, 5], [square], true],
    ['is not what lies beside it', [11, 5], [square], false],
    ['is not what lies on the line of an edge, beyond its end', [12, 10], [square], false],
    ['is not the hole', [5, 5], [square, hole], false],
    ['is the border of the hole', [4, 5], [square, hole], true],
    ['is what lies around the hole', [2, 5], [square, hole], true],
    ['is not what a bay leaves out', [5, 8], [bay], false],
    ['is an arm of a bay', [1, 8], [bay], true],
    ['is nothing without a ring', [0, 0], [], false],
  ])('%s', (_, place, rings, result) => expect(isWithin(place, rings)).toBe(result))

  it('does not depend on the direction or the first corner of a ring', () =>
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: -2, max: 12 }), fc.integer({ min: -2, max: 12 })),
        fc.integer({ min: 0, max: 7 }),
        (place, first) => {
          const corners = bay.slice(0, -1)
          const turned = [...corners.slice(first), ...corners.slice(0, first)]
          const closed = [...turned, turned[0] as Position]
          expect(isWithin(place, [closed])).toBe(isWithin(place, [bay]))
          expect(isWithin(place, [closed.toReversed()])).toBe(isWithin(place, [bay]))
        },
      ),
      runs(150),
    ))
})
