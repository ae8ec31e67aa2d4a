import type { ObjectStore } from './object-store.ts'
import type { IncomingFile } from './operation.ts'

/** What upload collections need of the machine: `@quirecms/files` implements it, and is loaded only where there are such collections. */
export interface Files {
  readonly store: ObjectStore
  /**
   * Temporary storage for the files of one call. The caller must always end it; if `over` aborts first, it ends by
   * itself.
   */
  begin(over?: AbortSignal): FileWork
  /** A file at an https address of one of these hosts, which may begin with `*.`; rejects with `validation` at `url`. */
  fetch(url: string, hosts: readonly string[], over?: AbortSignal): Promise<IncomingFile>
  /**
   * Removes files of calls whose process has died. If storage cannot detect that, removes files older than `before`.
   */
  removeAbandoned(before: Date): Promise<void>
  /** What the content is, and whether a file with this name may be that. Never what the client says of it. */
  typeOf(beginning: Uint8Array, filename: string): Promise<DetectedType>
  /** How many images wait to be worked on. */
  readonly imagesWaiting: number
}

/** The files that one call has under way. All of them are gone when it ends, except for what went into storage. */
export interface FileWork {
  /**
   * Writes what comes into a file of its own, and reads no more than `limit` bytes: beyond that, it rejects with `payload_too_large`.
   * `check` sees the beginning of the content, before more is read, and throws to refuse it.
   */
  receive(
    content: AsyncIterable<Uint8Array>,
    limit: number,
    check: (beginning: Uint8Array) => Promise<void>,
  ): Promise<LocalFile>
  readonly images: ImageTools
  /** Removes everything that is here, and refuses what comes later. */
  end(): Promise<void>
}

export interface LocalFile {
  readonly path: string
  readonly size: number
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string
}

/** What can be done with images. All of it happens beside the event loop, for a few images at a time; too many at once are refused, and what is
 * under way ends with the work that it belongs to. */
export interface ImageTools {
  /** Whether images of this type can be decoded; all others are kept as they are. */
  handles(mimeType: string): boolean
  /** Reads an image to its end. Rejects with `validation` if it can't be decoded, or has too many pixels. */
  inspect(path: string, options: ImageLimits & { readonly keepMetadata: boolean }): Promise<InspectedImage>
  /** Whether it is several pictures, of which a smaller image would be the first. */
  moves(path: string, limits: ImageLimits): Promise<boolean>
  /** Makes a smaller image of it. */
  resize(path: string, size: ImageSize, frame: ImageFrame, limits: ImageLimits): Promise<ResizedImage>
}

export interface ImageLimits {
  readonly maxPixels: number
}

/** How to make one of the sizes of an image. None is ever larger than what it is made from. */
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

/** Which part of an image counts, in percentages of the original. */
export interface ImageFrame {
  readonly focalPoint: { readonly x: number; readonly y: number }
  readonly crop: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
}

export interface InspectedImage {
  /** Width of the upright image. */
  readonly width: number
  readonly height: number
  /** A tiny image as a data URL, for pages that load. */
  readonly placeholder: string
  /** The image upright and without metadata, where it was not so; null where it can be stored as it is. */
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
  /** Without a dot; '' where the type has none. */
  readonly extension: string
  readonly fitsName: boolean
}
