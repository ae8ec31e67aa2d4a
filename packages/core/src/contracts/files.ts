import type { ObjectStore } from './object-store.ts'

/** What upload collections need of the machine: `@quire/files` implements it, and is loaded only where there are such collections. */
export interface Files {
  readonly store: ObjectStore
  /**
   * Writes what comes into a file of its own, and reads no more than `limit` bytes: beyond that, it rejects with `payload_too_large`.
   * `check` sees the beginning of the content, before more is read, and throws to refuse it.
   */
  receive(
    content: AsyncIterable<Uint8Array>,
    limit: number,
    check: (beginning: Uint8Array) => Promise<void>,
  ): Promise<LocalFile>
  /** Removes a file that `receive` made, if it is still there. */
  discard(path: string): Promise<void>
  /** Removes what a crash left in the work folder. */
  discardOlderThan(moment: Date): Promise<void>
  /** What the content is, and whether a file with this name may be that. Never what the client says of it. */
  typeOf(beginning: Uint8Array, filename: string): Promise<DetectedType>
}

export interface LocalFile {
  readonly path: string
  readonly size: number
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string
}

export interface DetectedType {
  readonly mimeType: string
  /** Without a dot; '' where the type has none. */
  readonly extension: string
  readonly fitsName: boolean
}
