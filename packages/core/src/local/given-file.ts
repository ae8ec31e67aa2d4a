import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { isObject } from '../content/json-object.ts'
import type { IncomingFile } from '../contracts/operation.ts'

/** Bytes, a stream, or a path. */
export type FileContent = string | Uint8Array | Blob | AsyncIterable<Uint8Array>

/**
 * A file for the local API: a path, a `File` or `Blob`, a stream that has a path, or its content with a name.
 *
 * @example
 * await app.local.asSystem().collections.media.create({ file: './hill.jpg', alt: 'A hill' })
 * await app.local.asSystem().collections.media.create({ file: { name: 'notes.txt', content: Buffer.from('…') } })
 */
export type GivenFile = string | Blob | NamedFile

export interface NamedFile {
  readonly name: string
  /** A text is a path. */
  readonly content: FileContent
}

/** Null if it is not a file. Opens nothing before the first read. */
export function givenFile(file: unknown): IncomingFile | null {
  if (typeof file === 'string') return { filename: basename(file), content: lazily(file) }
  if (file instanceof Blob) return { filename: 'name' in file ? String(file.name) : 'file', content: lazily(file) }
  if (!isObject(file) || typeof file['name'] !== 'string') return null
  const { name: filename, content } = file
  return isContent(content) ? { filename, content: lazily(content), isStream: comesOnce(content) } : null
}

function isContent(value: unknown): value is FileContent {
  if (typeof value === 'string' || value instanceof Uint8Array || value instanceof Blob) return true
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** Whether the content can be read only once. Assumed for everything that is neither in memory nor a path. */
function comesOnce(content: FileContent): boolean {
  return !(typeof content === 'string' || content instanceof Uint8Array || content instanceof Blob)
}

async function* lazily(content: FileContent): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield* createReadStream(content)
  else if (content instanceof Uint8Array) yield content
  else if (content instanceof Blob) yield* content.stream()
  else yield* content
}
