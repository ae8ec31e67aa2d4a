import {
  type ImageFrame,
  type ImageSize,
  type ImagesOptions,
  type JsonObject,
  parseJson,
  type UploadSettings,
} from '@quirecms/core/feature'
import { formatted, frameOf } from '../uploads/offers.ts'
import type { WantedPicture } from './wanted-picture.ts'

export interface PicturePlan {
  readonly frame: ImageFrame
  readonly size: ImageSize
  /** Handling of animated files: sent as they are, or reduced to their first frame. */
  readonly animated: ImagesOptions['animated']
  /** Identifies the picture: equal names mean equal pictures. */
  readonly variant: string
}

/** Null for files that are not pictures, and if the request is for the file itself. */
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

/**
 * Plans a named size for a file that was uploaded before the size was configured. Null for files that are not
 * pictures.
 */
export function planSizeLater(content: string, name: string, { sizes }: UploadSettings): PicturePlan | null {
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

/** Identifies focal point and crop: equal names mean equal pictures of a file. */
export function frameName({ focalPoint, crop }: ImageFrame): string {
  const { x, y } = focalPoint
  return [x, y, ...(crop ? [crop.x, crop.y, crop.width, crop.height] : [])].join(',')
}

/** Largest width of a picture: that of the file, or of its crop. */
export function widestOf(width: number, crop: ImageFrame['crop']): number {
  return crop ? Math.max(1, Math.round((crop.width / 100) * width)) : width
}
