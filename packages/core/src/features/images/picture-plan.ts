import type { ImageFrame } from '../../contracts/files.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { ImagesOptions } from '../../config/upload-images.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { WantedPicture } from './wanted-picture.ts'

/** A picture that is to be made of a file, as the content of its document describes that. */
export interface PicturePlan {
  readonly frame: ImageFrame
  /** No wider than what it is made from. */
  readonly width: number
  readonly format: WantedPicture['format']
  readonly quality: number
  /** The same name, the same picture. */
  readonly variant: string
}

/** Null for files that are no pictures, and where the file is the picture that is asked for. */
export function planPicture(content: string, wanted: WantedPicture, { quality }: ImagesOptions): PicturePlan | null {
  const { width: whole, focalPoint, crop } = parseJson(content) as JsonObject
  if (typeof whole !== 'number') return null
  const frame = { focalPoint, crop: crop ?? null } as unknown as ImageFrame
  const width = Math.min(wanted.width, widestOf(whole, frame.crop))
  const { format } = wanted
  if (format === 'original' && width === whole && !frame.crop) return null
  return { frame, width, format, quality, variant: [width, format, quality, frameName(frame)].join(' ') }
}

/** What pictures are cut by. Where two contents have the same, they show the same pictures of a file. */
export function frameName({ focalPoint, crop }: ImageFrame): string {
  const { x, y } = focalPoint
  return [x, y, ...(crop ? [crop.x, crop.y, crop.width, crop.height] : [])].join(',')
}

/** How wide a picture can be: as wide as the file, or what the crop leaves of it. */
export function widestOf(width: number, crop: ImageFrame['crop']): number {
  return crop ? Math.max(1, Math.round((crop.width / 100) * width)) : width
}
