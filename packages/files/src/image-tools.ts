import { availableParallelism } from 'node:os'
import {
  Budget,
  type ImageLimits,
  type ImageSize,
  type ImageTools,
  type IssueCode,
  planSize,
  QuireError,
} from '@quirecms/core'
import type { Metadata } from 'sharp'
import { ImageProcesses } from './image-processes.ts'
import type { ImageTask } from './image-task.ts'
import { orUnavailable } from './storage-failure.ts'
import type { WorkFiles } from './work-files.ts'

/** MIME types that sharp decodes here. SVG is left out: it can contain scripts, and is stored unchanged. */
const FORMATS = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
])

/** Images that are processed at once: one processor stays free for requests. */
const PLACES = Math.max(1, Math.min(2, availableParallelism() - 1))

/** Pixels that one slot stands for; a larger image takes several. */
const PIXELS_OF_PLACE = 50_000_000

/** Share of the weight that depends on size below one slot: just enough to order images by size. */
const BY_SIZE = 0.05

const PLACEHOLDER_SIDE = 16

/** Default format of a size, by the format of the image. */
const SAME_FORMAT: Readonly<Record<string, SizeFormat>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  heif: 'avif',
  tiff: 'jpeg',
}

type SizeFormat = NonNullable<ImageSize['format']>

const EXTENSIONS: Readonly<Record<SizeFormat, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif' }

/**
 * Image tools based on sharp. Headers are read in this process, pixels in worker processes. Both are loaded with the
 * first image.
 */
export function imageTools(): ImageWorkshop {
  const processes = new ImageProcesses()
  const places = new Budget({
    whole: PLACES * (1 + BY_SIZE),
    mostWaiting: 200,
    patience: 60_000,
    busy: 'Too many images are being processed. Try again later.',
    retryAfter: 5,
  })
  return {
    in: (work, over) => toolsOf({ places, processes, work, over }),
    get waiting() {
      return places.waiting
    },
    close: () => processes.close(),
  }
}

interface ImageWorkshop {
  in(work: WorkFiles, over: AbortSignal | undefined): ImageTools
  readonly waiting: number
  close(): void
}

interface ImageWork {
  readonly places: Budget
  readonly processes: ImageProcesses
  readonly work: WorkFiles
  readonly over: AbortSignal | undefined
}

/**
 * Admission is fair between clients: a client with an image in progress waits for clients with none, and small images
 * go first. Aborted requests leave the queue, and their running work is killed.
 */
function toolsOf({ places, processes, work, over }: ImageWork): ImageTools {
  async function inTurn<T>(path: string, limits: ImageLimits, make: (metadata: Metadata) => Promise<T>): Promise<T> {
    return asValidation(async () => {
      const metadata = await readMetadata(path, limits)
      return places.run(() => make(metadata), { weight: weightOf(metadata), ...(over && { signal: over }) })
    })
  }
  const run = (task: ImageTask) => processes.run(task, over)

  return {
    handles: (mimeType) => FORMATS.has(mimeType),
    inspect: (path, { maxPixels, keepMetadata }) =>
      inTurn(path, { maxPixels }, async (metadata) => {
        const { width, height } = metadata.autoOrient
        const tiny = await run({ kind: 'shrink', path, maxPixels, side: PLACEHOLDER_SIDE })
        const placeholder = `data:image/webp;base64,${Buffer.from(tiny.bytes).toString('base64')}`
        if (keepMetadata || !hasMetadata(metadata)) return { width, height, placeholder, cleaned: null }
        const { format, chromaSubsampling, pages = 1 } = metadata
        const encoding = { format, quality: 92, chromaSubsampling }
        const cleaned = await work.make((to) =>
          run({ kind: 'clean', path, maxPixels, to, encoding, animated: pages > 1 }),
        )
        return { width, height, placeholder, cleaned }
      }),
    moves: (path, limits) =>
      asValidation(async () => {
        const { pages = 1 } = await readMetadata(path, limits)
        return pages > 1
      }),
    resize: (path, size, frame, { maxPixels }) =>
      inTurn(path, { maxPixels }, async (metadata) => {
        const plan = planSize(metadata.autoOrient, size, frame)
        const format = size.format ?? SAME_FORMAT[metadata.format] ?? 'png'
        const encoding = { format, quality: size.quality ?? 80 }
        let dimensions = { width: 0, height: 0 }
        const file = await work.make(async (to) => {
          dimensions = await run({ kind: 'resize', path, maxPixels, to, encoding, plan })
        })
        const { width, height } = dimensions
        return { file, mimeType: `image/${format}`, extension: EXTENSIONS[format], width, height }
      }),
  }
}

function weightOf({ width, height, pages = 1 }: Metadata): number {
  // sharp reads all frames of an animated image at once, stacked to one tall image.
  const ofPlace = (width * height * pages) / PIXELS_OF_PLACE
  return Math.max(1, ofPlace) + BY_SIZE * Math.min(1, ofPlace)
}

function hasMetadata({ exif, xmp, iptc, orientation = 1, comments = [] }: Metadata): boolean {
  return exif !== undefined || xmp !== undefined || iptc !== undefined || orientation !== 1 || comments.length > 0
}

/** Reads only the header, and checks the number of pixels before any is decoded. */
async function readMetadata(path: string, { maxPixels }: ImageLimits): Promise<Metadata> {
  const { default: sharp } = await import('sharp')
  const metadata = await sharp(path, { limitInputPixels: false }).metadata()
  if (metadata.width * metadata.height > maxPixels)
    throw refusal('max', `The image has too many pixels: it may have at most ${maxPixels}.`)
  return metadata
}

/** Errors of sharp are validation errors of the image, unless the machine has no space left. */
async function asValidation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await orUnavailable(work)
  } catch (error) {
    if (error instanceof QuireError || (error as NodeJS.ErrnoException).code !== undefined) throw error
    const message = error instanceof Error ? error.message : ''
    if (message.includes('pixel limit')) throw refusal('max', 'The image has too many pixels.')
    throw refusal('format', 'The image cannot be decoded. Save it again in an image editor, and upload that.', error)
  }
}

function refusal(code: IssueCode, message: string, cause?: unknown): QuireError {
  const issues = [{ code, path: 'file', message }]
  return new QuireError('validation', 'The file cannot be accepted. The issues say why.', { issues, cause })
}
