import type { ImageFrame, ImageSize } from '../../contracts/files.ts'
import type { ImagesOptions } from '../../config/upload-images.ts'
import type { UploadOptions } from '../../config/upload.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { parseJson } from '../../content/parse-json.ts'
import { formatted, frameOf } from '../uploads/offers.ts'
import type { WantedPicture } from './wanted-picture.ts'

/** A picture that is to be made of a file, as the content of its document describes that. */
export interface PicturePlan {
  readonly frame: ImageFrame
  readonly size: ImageSize
  /** What becomes of a file that moves: it stays as it is, or the picture shows the first of its frames. */
  readonly animated: ImagesOptions['animated']
  /** The same name, the same picture. */
  readonly variant: string
}

/** Null for files that are no pictures, and where the file is the picture that is asked for. */
export function planPicture(content: string, wanted: WantedPicture, images: ImagesOptions): PicturePlan | null {
  const { quality, animated } = images
  const document = parseJson(content) as JsonObject
  const frame = frameOf(document)
  if (!frame) return null
  const whole = Number(document['width'])
  const width = Math.min(wanted.width, widestOf(whole, frame.crop))
  const { format } = wanted
  if (format === 'original' && width === whole && !frame.crop) return null
  const variant = [width, format, quality, frameName(frame)].join(' ')
  return { frame, size: { width, quality, ...(format !== 'original' && { format }) }, animated, variant }
}

/** One of the sizes that the configuration names, of a file that came before it did. Null for files that are no pictures. */
export function planSizeLater(content: string, name: string, { sizes }: UploadOptions): PicturePlan | null {
  const document = parseJson(content) as JsonObject
  const frame = frameOf(document)
  const configured = sizes[name]
  if (!frame || !configured) return null
  const size = formatted(configured, document['mimeType'])
  const variant = [
    'size',
    name,
    JSON.stringify(Object.entries(size).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    frameName(frame),
  ].join(' ')
  return { frame, size, animated: 'first', variant }
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
