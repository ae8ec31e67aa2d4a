import type { Readable } from 'node:stream'

/**
 * Storage of files. Keys are generated, and an object never changes; new content gets a new key.
 * `objectStoreContract()` of the testkit tests every implementation.
 */
export interface ObjectStore {
  /** Local folder for incoming files, from which `put` may move instead of copy. */
  readonly workFolder: string
  /**
   * Moves a file into storage. Resolves once it is durable; after a failure or crash, it exists completely or not at
   * all. Stops when `over` aborts.
   */
  put(key: string, file: FileToStore, over?: AbortSignal): Promise<void>
  /** Bytes from `start` to `end` inclusive, or all; null if there is no such object. */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  /** Returns false if there is no such object. */
  copy(from: string, to: string, over?: AbortSignal): Promise<boolean>
  /** Ignores missing objects. */
  remove(keys: readonly string[]): Promise<void>
  /** All keys, unordered; for maintenance only. */
  list(): AsyncIterable<string>
  /** Rejects while objects can't be written. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface FileToStore {
  readonly path: string
  readonly size: number
  readonly mimeType: string
}

export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Random hexadecimal digits and an extension: no part comes from a client, and no key leaves the folder. */
export const OBJECT_KEY = /^[0-9a-f]{32}(?:\.[a-z0-9]{1,8})?$/

export function isObjectKey(text: string): boolean {
  return OBJECT_KEY.test(text)
}
