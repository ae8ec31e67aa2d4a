import type { Readable } from 'node:stream'

/**
 * Where the files of upload collections are kept: objects, each under a key that we make. An object never changes; another file gets
 * another key. The testkit's `objectStoreContract()` suite says what every implementation must do.
 */
export interface ObjectStore {
  /** A folder of this machine for files that are on their way: what is put from here need not be copied, where that is possible. */
  readonly workFolder: string
  /**
   * Takes the file away from where it is. Resolves once the object is durable; after a failure or crash it is there whole or not at all.
   * What takes long gives up once it is `over`.
   */
  put(key: string, file: FileToStore, over?: AbortSignal): Promise<void>
  /** The bytes from `start` to `end`, both included, or all of them; null if there is no such object. */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  /** Returns false if there is no such object. */
  copy(from: string, to: string, over?: AbortSignal): Promise<boolean>
  /** Objects that aren't there are fine. */
  remove(keys: readonly string[]): Promise<void>
  /** All keys, in no particular order: for looking after what got lost, never for a request. */
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

/** Letters and digits that we drew, and an ending: nothing in a key comes from a client, and no key leads out of a folder. */
export const OBJECT_KEY = /^[0-9a-f]{32}(?:\.[a-z0-9]{1,8})?$/

export function isObjectKey(text: string): boolean {
  return OBJECT_KEY.test(text)
}
