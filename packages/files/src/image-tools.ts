import { availableParallelism } from 'node:os'
import {
  Budget,
  type ImageLimits,
  type ImageSize,
  type ImageTools,
  type InspectedImage,
  type IssueCode,
  QuireError,
} from '@quire/core'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { planSize } from './frame-image.ts'
import { orUnavailable } from './storage-failure.ts'
import type { WorkFiles } from './work-files.ts'

/** What sharp calls the types that it decodes. SVG is not among them: it is a program, and stays as it is. */
const FORMATS = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
])

/** Threads of Node's pool that images may take, of four: the others are for files, passwords and the like. */
const PLACES = Math.max(1, Math.min(2, availableParallelism() - 1))

/** What one place is for; an image with more pixels takes more of them. */
const PIXELS_OF_PLACE = 50_000_000

/** How much the size of an image counts among those that need no more than a place: just enough to tell which is the smaller. */
const BY_SIZE = 0.05

/** Seconds of work on one image, after which it is given up. */
const LONGEST_WORK = 20

const PLACEHOLDER_SIDE = 16

/** In which format a size is made if its configuration doesn't say. */
const SAME_FORMAT: Readonly<Record<string, SizeFormat>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  heif: 'avif',
  tiff: 'jpeg',
}

type SizeFormat = NonNullable<ImageSize['format']>

const EXTENSIONS: Readonly<Record<SizeFormat, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif' }

/** Images through sharp, which works in threads of its own. It is loaded with the first image. */
export function imageTools(): { in(work: WorkFiles, over: AbortSignal | undefined): ImageTools } {
  const places = new Budget({
    whole: PLACES * (1 + BY_SIZE),
    mostWaiting: 200,
    patience: 60_000,
    busy: 'Too many images are being worked on. Try again later.',
    retryAfter: 5,
  })
  return { in: (work, over) => toolsOf(places, work, over) }
}

/**
 * Clients share the places: one that has an image under way waits for those that have none, and small images go before large ones. What
 * waits for a client that is gone leaves the line; what has begun cannot be stopped.
 */
function toolsOf(places: Budget, work: WorkFiles, over: AbortSignal | undefined): ImageTools {
  /** The head of an image tells how much work it is. */
  async function inTurn<T>(path: string, limits: ImageLimits, make: (metadata: Metadata) => Promise<T>): Promise<T> {
    return asValidation(async () => {
      const metadata = await readMetadata(path, limits)
      return places.run(() => make(metadata), { weight: weightOf(metadata), ...(over && { signal: over }) })
    })
  }

  return {
    handles: (mimeType) => FORMATS.has(mimeType),
    inspect: (path, options) => inTurn(path, options, (metadata) => inspect(work, path, metadata, options)),
    resize: (path, size, frame, limits) =>
      inTurn(path, limits, async (metadata) => {
        const { region, target, fit } = planSize(metadata.autoOrient, size, frame)
        const format = size.format ?? SAME_FORMAT[metadata.format] ?? 'png'
        const image = (await open(path, limits))
          .autoOrient()
          .extract(region)
          .resize({ ...target, fit, withoutEnlargement: true, background: { r: 0, g: 0, b: 0, alpha: 0 } })
        if (format === 'jpeg') image.flatten({ background: 'white' })
        let dimensions = { width: 0, height: 0 }
        const file = await work.make(async (made) => {
          dimensions = await encode(image, format, size.quality ?? 80).toFile(made)
        })
        const { width, height } = dimensions
        return { file, mimeType: `image/${format}`, extension: EXTENSIONS[format], width, height }
      }),
  }
}

function weightOf({ width, height, pages = 1 }: Metadata): number {
  // All pictures of a moving image are as high as it is together, where they are read at once.
  const ofPlace = (width * height * pages) / PIXELS_OF_PLACE
  return Math.max(1, ofPlace) + BY_SIZE * Math.min(1, ofPlace)
}

async function inspect(
  work: WorkFiles,
  path: string,
  metadata: Metadata,
  { keepMetadata, ...limits }: ImageLimits & { readonly keepMetadata: boolean },
): Promise<InspectedImage> {
  const { width, height } = metadata.autoOrient
  // Made from every pixel, so that an image which breaks off somewhere is noticed.
  const tiny = await (await open(path, limits))
    .autoOrient()
    .resize(PLACEHOLDER_SIDE, PLACEHOLDER_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 40 })
    .toBuffer()
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`
  if (keepMetadata || !hasMetadata(metadata)) return { width, height, placeholder, cleaned: null }
  const image = (await open(path, limits, { animated: (metadata.pages ?? 1) > 1 })).autoOrient().keepIccProfile()
  const cleaned = await work.make((made) => encode(image, metadata.format, 92, metadata).toFile(made))
  return { width, height, placeholder, cleaned }
}

function hasMetadata({ exif, xmp, iptc, orientation = 1, comments = [] }: Metadata): boolean {
  return exif !== undefined || xmp !== undefined || iptc !== undefined || orientation !== 1 || comments.length > 0
}

function encode(image: Sharp, format: string, quality: number, { chromaSubsampling }: Partial<Metadata> = {}): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' })
    case 'webp':
      return image.webp({ quality })
    case 'avif':
    case 'heif':
      return image.avif({ quality: Math.round(quality * 0.75), effort: 3 })
    case 'gif':
      return image.gif()
    case 'tiff':
      return image.tiff({ compression: 'lzw' })
    default:
      return image.png()
  }
}

/** Reads the head of an image alone, which tells whether the rest may be read. */
async function readMetadata(path: string, { maxPixels }: ImageLimits): Promise<Metadata> {
  const metadata = await (await open(path, { maxPixels: Number.MAX_SAFE_INTEGER })).metadata()
  if (metadata.width * metadata.height > maxPixels)
    throw refusal('max', `The image has too many pixels: it may have at most ${maxPixels}.`)
  return metadata
}

let loaded: ReturnType<typeof loadSharp> | undefined

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // What is kept for further images only takes memory, and the queue says how many threads there are.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

async function open(path: string, { maxPixels }: ImageLimits, options: SharpOptions = {}): Promise<Sharp> {
  loaded ??= loadSharp()
  const sharp = await loaded
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, ...options }).timeout({
    seconds: LONGEST_WORK,
  })
}

/** What sharp refuses is the fault of the image, unless the machine itself has no room left. */
async function asValidation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await orUnavailable(work)
  } catch (error) {
    if (error instanceof QuireError || (error as NodeJS.ErrnoException).code !== undefined) throw error
    const message = error instanceof Error ? error.message : ''
    if (message.includes('pixel limit')) throw refusal('max', 'The image has too many pixels.')
    throw refusal('format', 'The image cannot be decoded. Save it anew and send it again.', error)
  }
}

function refusal(code: IssueCode, message: string, cause?: unknown): QuireError {
  const issues = [{ code, path: 'file', message }]
  return new QuireError('validation', 'The file cannot be accepted. The issues say why.', { issues, cause })
}
