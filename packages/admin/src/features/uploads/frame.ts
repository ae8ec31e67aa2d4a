import type { Crop, Frame, Point } from './use-files.ts'

interface Dimensions {
  readonly width: number
  readonly height: number
}

export const WHOLE: Crop = { x: 0, y: 0, width: 100, height: 100 }

/** The smallest crop that can be dragged, in percent. */
const LEAST = 5

/** How much two proportions may differ and still count as the same: sizes are whole pixels. */
const NEAR = 0.02

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The crop and focal point stored in a document. */
export function frameOf(doc: Readonly<Record<string, unknown>>): Frame {
  const point = doc['focalPoint'] as Point | null | undefined
  return { focalPoint: point ?? { x: 50, y: 50 }, crop: (doc['crop'] as Crop | null | undefined) ?? null }
}

export function movePoint({ x, y }: Point): Point {
  return { x: round(clamp(x, 0, 100)), y: round(clamp(y, 0, 100)) }
}

export type Corner = 'nw' | 'ne' | 'sw' | 'se'

/** Moves one corner of the crop; the opposite one stays. Null is the whole image. */
export function moveCorner(crop: Crop | null, corner: Corner, to: Point): Crop | null {
  const { x, y, width, height } = crop ?? WHOLE
  const isWest = corner.endsWith('w')
  const isNorth = corner.startsWith('n')
  const [left, right] = isWest ? [clamp(to.x, 0, x + width - LEAST), x + width] : [x, clamp(to.x, x + LEAST, 100)]
  const [top, bottom] = isNorth ? [clamp(to.y, 0, y + height - LEAST), y + height] : [y, clamp(to.y, y + LEAST, 100)]
  const next = { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) }
  return next.width >= 100 && next.height >= 100 ? null : next
}

export function cornerOf(crop: Crop | null, corner: Corner): Point {
  const { x, y, width, height } = crop ?? WHOLE
  return { x: corner.endsWith('w') ? x : x + width, y: corner.startsWith('n') ? y : y + height }
}

/**
 * The part of the image that a size shows, in percent of the original. The same calculation as in the service. Sizes
 * with the proportions of their source are not cropped.
 */
export function cutOf(image: Dimensions, kept: Frame, frame: Frame, size: Dimensions): Crop {
  const base = frame.crop ?? WHOLE
  const before = kept.crop ?? WHOLE
  const proportions = size.width / size.height
  const was = (before.width * image.width) / (before.height * image.height)
  if (Math.abs(proportions / was - 1) < NEAR) return base
  // Percentages refer to the width and height of the image.
  const wanted = (proportions * image.height) / image.width
  const width = Math.min(base.width, base.height * wanted)
  const height = Math.min(base.height, base.width / wanted)
  return {
    x: clamp(frame.focalPoint.x - width / 2, base.x, base.x + base.width - width),
    y: clamp(frame.focalPoint.y - height / 2, base.y, base.y + base.height - height),
    width,
    height,
  }
}

/** The service accepts two digits. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}
