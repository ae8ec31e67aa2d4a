import {
  type Call,
  type ImageFrame,
  type ImageSize,
  isObject,
  type JsonObject,
  planSize,
  type Stamp,
  type UploadSettings,
} from '@quirecms/core/feature'

type Sizes = UploadSettings['sizes']

const MIDDLE: ImageFrame = { focalPoint: { x: 50, y: 50 }, crop: null }

export function frameOf({ width, focalPoint, crop }: JsonObject): ImageFrame | null {
  if (typeof width !== 'number') return null
  return isObject(focalPoint) ? ({ focalPoint, crop: crop ?? null } as unknown as ImageFrame) : MIDDLE
}

/** Default formats of sizes, by the type of the original. */
const SAME_FORMAT: Readonly<Record<string, NonNullable<ImageSize['format']>>> = {
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/tiff': 'jpeg',
}

/** A size with its format: the configured one, or the default for the original. */
export function formatted(size: ImageSize, mimeType: unknown): ImageSize & Required<Pick<ImageSize, 'format'>> {
  return { ...size, format: size.format ?? SAME_FORMAT[String(mimeType)] ?? 'png' }
}

/** Object key of a named size; undefined if the size has not been made. */
export function sizeKey({ sizes }: JsonObject, name: string): string | undefined {
  const size = isObject(sizes) ? sizes[name] : undefined
  const key = isObject(size) ? size['objectKey'] : undefined
  return typeof key === 'string' ? key : undefined
}

/**
 * Sizes that were configured after the upload of an image, with the URLs that make them on request. They are not
 * objects of the document: without a key, and their file size is unknown.
 */
export function laterSizes(content: JsonObject, sizes: Sizes): JsonObject {
  const later: JsonObject = {}
  const frame = frameOf(content)
  const { url, width, height, mimeType } = content
  if (!frame || typeof url !== 'string') return later
  for (const [name, size] of Object.entries(sizes)) {
    if (sizeKey(content, name) !== undefined) continue
    const { target } = planSize({ width: Number(width), height: Number(height) }, size, frame)
    const type = `image/${formatted(size, mimeType).format}`
    later[name] = { objectKey: null, url: laterUrl(url, name), mimeType: type, filesize: null, ...target }
  }
  return later
}

function laterUrl(url: string, name: string): string {
  return `${url}?size=${name}`
}

/** Each write updates the sizes of the document to the current configuration. */
export function stampLaterSizes({ sizes }: Pick<UploadSettings, 'sizes'>): Stamp<Call> {
  return (_call, _before, content) => {
    const later = laterSizes(content, sizes)
    if (Object.keys(later).length === 0) return {}
    return { sizes: { ...(isObject(content['sizes']) ? content['sizes'] : {}), ...later } }
  }
}
