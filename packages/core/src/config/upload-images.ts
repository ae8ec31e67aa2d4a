import { isObject } from '../content/json-object.ts'
import { type OptionKind, oneOf } from '../fields/option-kinds.ts'
import { join, type ProblemList } from './problem-list.ts'

/** The output formats of images on request. */
export type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png'

export interface SrcsetEntry {
  readonly width: number
  readonly url: string
}

/** The option `upload.images`: widths and formats that are generated on request. */
export interface ImagesConfig {
  /** In pixels; 320, 640, 960, 1280 and 1920 by default. */
  readonly widths?: readonly number[]
  /** In order of preference: `format=auto` gets the first one that the browser accepts. AVIF and WebP by default. */
  readonly formats?: readonly PictureFormat[]
  /** 1 to 100; 75 by default. */
  readonly quality?: number
  /** Animated images: kept by default; `first` makes a still image of the first frame. */
  readonly animated?: 'keep' | 'first'
}

export interface ImagesOptions {
  readonly widths: readonly number[]
  readonly formats: readonly PictureFormat[]
  readonly quality: number
  readonly animated: 'keep' | 'first'
}

const DEFAULT_WIDTHS = [320, 640, 960, 1280, 1920] as const
export type DefaultWidth = (typeof DEFAULT_WIDTHS)[number]

const DEFAULT_FORMATS = ['avif', 'webp'] as const
export type DefaultFormat = (typeof DEFAULT_FORMATS)[number]

const FORMATS: readonly PictureFormat[] = ['avif', 'webp', 'jpeg', 'png']

/** Each image may be stored once for each width and format. */
const MOST_WIDTHS = 20
const WIDEST = 10_000

export function resolveImages(images: true | ImagesConfig | undefined): ImagesOptions | null {
  if (images === undefined) return null
  const given: ImagesConfig = images === true ? {} : images
  return {
    widths: [...(given.widths ?? DEFAULT_WIDTHS)].toSorted((one, other) => one - other),
    formats: given.formats ?? DEFAULT_FORMATS,
    quality: given.quality ?? 75,
    animated: given.animated ?? 'keep',
  }
}

const someWidths: OptionKind = (value) =>
  isListOf(value, (width) => Number.isInteger(width) && Number(width) >= 1 && Number(width) <= WIDEST) &&
  value.length <= MOST_WIDTHS
    ? null
    : `must be a list of up to ${MOST_WIDTHS} different whole numbers from 1 to ${WIDEST}, such as [320, 640, 1280]`

const someFormats: OptionKind = (value) =>
  isListOf(value, (format) => (FORMATS as readonly unknown[]).includes(format))
    ? null
    : `must be a list of some of ${FORMATS.map((format) => `'${format}'`).join(', ')}, the best first`

export const aQuality: OptionKind = (value) =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 100
    ? null
    : 'must be a whole number from 1 to 100'

const imagesKinds = {
  widths: someWidths,
  formats: someFormats,
  quality: aQuality,
  animated: oneOf('keep', 'first'),
}

export const imagesKind: OptionKind = (value) =>
  value === true || isObject(value) ? null : 'must be true, or an object such as { widths: [320, 640, 1280] }'

export function checkImages(images: unknown, place: string, problems: ProblemList): void {
  if (isObject(images)) problems.members(images, join(place, 'upload.images'), imagesKinds)
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(isOne) && new Set(value).size === value.length
}
