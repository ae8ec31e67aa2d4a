import { describe, expect, it } from 'vitest'
import { cutOf, moveCorner, movePoint } from './frame.ts'

const centre = { focalPoint: { x: 50, y: 50 }, crop: null }
const wide = { width: 200, height: 100 }

describe('the frame of an image', () => {
  it('keeps the focal point on the picture', () => {
    expect(movePoint({ x: -3, y: 120.123 })).toEqual({ x: 0, y: 100 })
    expect(movePoint({ x: 33.3333, y: 4 })).toEqual({ x: 33.33, y: 4 })
  })

  it('moves one corner of a crop, and never past the opposite one', () => {
    expect(moveCorner(null, 'nw', { x: 20, y: 10 })).toEqual({ x: 20, y: 10, width: 80, height: 90 })
    expect(moveCorner({ x: 20, y: 10, width: 80, height: 90 }, 'se', { x: 60, y: 200 })).toEqual({
      x: 20,
      y: 10,
      width: 40,
      height: 90,
    })
    expect(moveCorner(null, 'se', { x: -10, y: 50 })).toEqual({ x: 0, y: 0, width: 5, height: 50 })
  })

  it('is removed when it covers the whole image again', () => {
    expect(moveCorner({ x: 20, y: 0, width: 80, height: 100 }, 'nw', { x: 0, y: 0 })).toBeNull()
  })

  it('crops a square around the focal point of a wide picture', () => {
    const square = { width: 50, height: 50 }
    expect(cutOf(wide, centre, centre, square)).toEqual({ x: 25, y: 0, width: 50, height: 100 })
    expect(cutOf(wide, centre, { ...centre, focalPoint: { x: 5, y: 50 } }, square).x).toBe(0)
    expect(cutOf(wide, centre, { ...centre, focalPoint: { x: 99, y: 50 } }, square).x).toBe(50)
  })

  it('stays inside the crop', () => {
    const crop = { x: 50, y: 0, width: 50, height: 50 }
    expect(cutOf(wide, centre, { focalPoint: { x: 0, y: 0 }, crop }, { width: 50, height: 50 })).toEqual({
      x: 50,
      y: 0,
      width: 25,
      height: 50,
    })
  })

  it('shows the whole crop in a size that only shrinks', () => {
    const crop = { x: 0, y: 0, width: 50, height: 100 }
    expect(cutOf(wide, centre, { ...centre, crop }, { width: 100, height: 50 })).toEqual(crop)
  })
})
