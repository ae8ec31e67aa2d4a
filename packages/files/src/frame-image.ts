import type { ImageFrame, ImageSize } from '@quire/core'

export interface Dimensions {
  readonly width: number
  readonly height: number
}

export interface Region extends Dimensions {
  readonly left: number
  readonly top: number
}

/** What to cut out of an image, and what to make of that. */
export interface Plan {
  readonly region: Region
  readonly target: Partial<Dimensions>
  readonly fit: NonNullable<ImageSize['fit']>
}

/** Plans one size of an image, so that no side gets longer than what it is made from. */
export function planSize(image: Dimensions, { width, height, fit = 'cover' }: ImageSize, frame: ImageFrame): Plan {
  const cropped = cropOf(image, frame.crop)
  if (width === undefined || height === undefined)
    return { region: cropped, target: sideOf(width, height), fit: 'inside' }
  if (fit === 'cover') return cover(image, cropped, { width, height }, frame)
  return { region: cropped, target: shrink({ width, height }, cropped, fit), fit }
}

function sideOf(width: number | undefined, height: number | undefined): Partial<Dimensions> {
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
}

function cropOf({ width, height }: Dimensions, crop: ImageFrame['crop']): Region {
  if (!crop) return { left: 0, top: 0, width, height }
  const [left, right] = span(width, crop.x, crop.width)
  const [top, bottom] = span(height, crop.y, crop.height)
  return { left, top, width: right - left, height: bottom - top }
}

/** From percentages to pixels: at least one of them, and none beyond the edge. */
function span(length: number, start: number, part: number): [from: number, to: number] {
  const from = Math.min(length - 1, Math.round((start / 100) * length))
  return [from, Math.min(length, Math.max(from + 1, Math.round(((start + part) / 100) * length)))]
}

/** The largest part in the proportions of the target, as near to the focal point as it can be. */
function cover(image: Dimensions, cropped: Region, target: Dimensions, { focalPoint }: ImageFrame): Plan {
  const scale = Math.min(cropped.width / target.width, cropped.height / target.height)
  const width = clamp(Math.round(target.width * scale), 1, cropped.width)
  const height = clamp(Math.round(target.height * scale), 1, cropped.height)
  const place = (center: number, from: number, room: number, length: number) =>
    clamp(Math.round(center - length / 2), from, from + room - length)
  const region = {
    left: place((focalPoint.x / 100) * image.width, cropped.left, cropped.width, width),
    top: place((focalPoint.y / 100) * image.height, cropped.top, cropped.height, height),
    width,
    height,
  }
  const shrunk = { width: Math.min(target.width, width), height: Math.min(target.height, height) }
  return { region, target: shrunk, fit: 'fill' }
}

function shrink(target: Dimensions, { width, height }: Dimensions, fit: Plan['fit']): Dimensions {
  if (fit === 'fill') return { width: Math.min(target.width, width), height: Math.min(target.height, height) }
  if (fit !== 'contain') return target
  const scale = Math.min(1, Math.max(width / target.width, height / target.height))
  return {
    width: Math.max(1, Math.round(target.width * scale)),
    height: Math.max(1, Math.round(target.height * scale)),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
