import type { ImageFrame, ImageSize } from '../contracts/files.ts'

interface Dimensions {
  readonly width: number
  readonly height: number
}

interface Region extends Dimensions {
  readonly left: number
  readonly top: number
}

/** Region to cut from an image, and the exact size of the result. */
export interface SizePlan {
  readonly region: Region
  readonly target: Dimensions
  /** `contain` adds borders if the proportions differ. */
  readonly fit: 'fill' | 'contain'
}

/** Plans one size of an image; never enlarges the image. */
export function planSize(image: Dimensions, { width, height, fit = 'cover' }: ImageSize, frame: ImageFrame): SizePlan {
  const region = cropOf(image, frame.crop)
  const scales = [...scaleOf(width, region.width), ...scaleOf(height, region.height)]
  if (width === undefined || height === undefined || fit === 'inside')
    return { region, target: scaled(region, Math.min(...scales)), fit: 'fill' }
  if (fit === 'outside') return { region, target: scaled(region, Math.max(...scales)), fit: 'fill' }
  if (fit === 'cover') return cover(image, region, { width, height }, frame)
  if (fit === 'fill') return { region, target: smallest({ width, height }, region), fit }
  const scale = Math.min(1, Math.max(region.width / width, region.height / height))
  return { region, target: rounded({ width: width * scale, height: height * scale }), fit }
}

function scaleOf(wanted: number | undefined, length: number): number[] {
  return wanted === undefined ? [] : [wanted / length]
}

function scaled({ width, height }: Dimensions, scale: number): Dimensions {
  const factor = Math.min(1, scale)
  return rounded({ width: width * factor, height: height * factor })
}

function rounded({ width, height }: Dimensions): Dimensions {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
}

function smallest(one: Dimensions, other: Dimensions): Dimensions {
  return { width: Math.min(one.width, other.width), height: Math.min(one.height, other.height) }
}

function cropOf({ width, height }: Dimensions, crop: ImageFrame['crop']): Region {
  if (!crop) return { left: 0, top: 0, width, height }
  const [left, right] = span(width, crop.x, crop.width)
  const [top, bottom] = span(height, crop.y, crop.height)
  return { left, top, width: right - left, height: bottom - top }
}

/** Converts percentages to pixels: at least one pixel, within the image. */
function span(length: number, start: number, part: number): [from: number, to: number] {
  const from = Math.min(length - 1, Math.round((start / 100) * length))
  return [from, Math.min(length, Math.max(from + 1, Math.round(((start + part) / 100) * length)))]
}

/** The largest region with the proportions of the target, as close to the focal point as possible. */
function cover(image: Dimensions, cropped: Region, target: Dimensions, { focalPoint }: ImageFrame): SizePlan {
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
  return { region, target: smallest(target, region), fit: 'fill' }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
