import type { ObjectStore } from './object-store.ts'
import type { IncomingFile } from './operation.ts'

/** File handling of upload collections, implemented by `@quirecms/files` and loaded only if there are any. */
export interface Files {
  readonly store: ObjectStore
  /**
   * Temporary storage for the files of one call. The caller must always end it; if `over` aborts first, it ends by
   * itself.
   */
  begin(over?: AbortSignal): FileWork
  /** Fetches an https URL on one of these hosts (`*.` matches subdomains); rejects with `validation` at `url`. */
  fetch(url: string, hosts: readonly string[], over?: AbortSignal): Promise<IncomingFile>
  /**
   * Removes files of calls whose process has died. If storage cannot detect that, removes files older than `before`.
   */
  removeAbandoned(before: Date): Promise<void>
  /** Detects the type by content, and whether it fits the file name. Ignores the type that the client sends. */
  typeOf(beginning: Uint8Array, filename: string): Promise<DetectedType>
  readonly imagesWaiting: number
}

/** The temporary files of one call. They are removed when it ends, unless they were moved to storage. */
export interface FileWork {
  /**
   * Writes a stream to a file of at most `limit` bytes; beyond that, rejects with `payload_too_large`. `check` gets the
   * beginning first, and throws to refuse.
   */
  receive(
    content: AsyncIterable<Uint8Array>,
    limit: number,
    check: (beginning: Uint8Array) => Promise<void>,
  ): Promise<LocalFile>
  readonly images: ImageTools
  /** Removes all files, and refuses further ones. */
  end(): Promise<void>
}

export interface LocalFile {
  readonly path: string
  readonly size: number
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string
}

/**
 * Image processing in child processes, a few images at a time. Rejects if the queue is full, and stops when its work is
 * aborted.
 */
export interface ImageTools {
  /** Whether images of this type can be decoded; others are stored unchanged. */
  handles(mimeType: string): boolean
  /** Decodes an image completely. Rejects with `validation` if it is invalid or has too many pixels. */
  inspect(path: string, options: ImageLimits & { readonly keepMetadata: boolean }): Promise<InspectedImage>
  /** Whether the image is animated. */
  moves(path: string, limits: ImageLimits): Promise<boolean>
  resize(path: string, size: ImageSize, frame: ImageFrame, limits: ImageLimits): Promise<ResizedImage>
}

export interface ImageLimits {
  readonly maxPixels: number
}

/** A size of an image. Images are never enlarged. */
export interface ImageSize {
  readonly width?: number
  readonly height?: number
  /**
   * With both width and height: `cover` (the default) cuts off what doesn't fit, around the focal point; `contain` adds space; `fill`
   * distorts; `inside` and `outside` keep the proportions, with the box as the largest or the smallest size.
   */
  readonly fit?: 'cover' | 'contain' | 'fill' | 'inside' | 'outside'
  /** Defaults to the original's format. */
  readonly format?: 'jpeg' | 'png' | 'webp' | 'avif'
  /** 1 to 100. */
  readonly quality?: number
}

/** Focal point and crop, in percentages of the original. */
export interface ImageFrame {
  readonly focalPoint: { readonly x: number; readonly y: number }
  readonly crop: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
}

export interface InspectedImage {
  /** Width of the upright image. */
  readonly width: number
  readonly height: number
  /** A tiny preview as a data URL. */
  readonly placeholder: string
  /** The image upright and without metadata; null if it is so already. */
  readonly cleaned: LocalFile | null
}

export interface ResizedImage {
  readonly file: LocalFile
  readonly mimeType: string
  readonly extension: string
  readonly width: number
  readonly height: number
}

export interface DetectedType {
  readonly mimeType: string
  /** Without a dot; '' if the type has none. */
  readonly extension: string
  readonly fitsName: boolean
}
