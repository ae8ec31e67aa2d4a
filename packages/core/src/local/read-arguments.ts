import { isObject } from '../content/json-object.ts'
import { parseJson } from '../content/parse-json.ts'
import { QuireError } from '../contracts/errors.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { IncomingFile, Operation, OperationInput } from '../contracts/operation.ts'
import type { Call } from '../engine/call.ts'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { invalidQuery } from '../query/query-problems.ts'

/** Parses `update(id, data, { ifMatch, locale, … })`: the operation's arguments, then options. */
export function readArguments(
  operation: Operation<Call>,
  args: readonly unknown[],
): { input: OperationInput; context: unknown } {
  const { local } = operation
  const params: Record<string, string> = {}
  const input: { id?: string; ifMatch?: number } & Pick<OperationInput, 'body' | 'parts'> = {}
  for (const [index, name] of local.args.entries()) {
    const value = args[index]
    if (name === 'id') input.id = String(value)
    else if (name === 'body') Object.assign(input, bodyOf(operation, value ?? {}))
    else params[name.slice('params.'.length)] = String(value)
  }
  const options = args[local.args.length] ?? {}
  if (!isObject(options)) throw wrongOption(local.method, 'The options must be an object.')
  const { context, ifMatch, ...rest } = options
  if (ifMatch !== undefined) {
    if (!operation.ifMatch || typeof ifMatch !== 'number' || !Number.isSafeInteger(ifMatch) || ifMatch < 1) {
      throw new QuireError('invalid_if_match', '"ifMatch" must be a revision: a whole number, 1 or more.')
    }
    input.ifMatch = ifMatch
  }
  const query = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { input: { ...input, query, params }, context }
}

/** The file is a member of the data: `create({ file: './cover.png', alt: 'A hill' })`. */
function bodyOf({ body, local }: Operation<Call>, value: unknown): Pick<OperationInput, 'body' | 'parts'> {
  if (body.kind !== 'multipart' || !isObject(value) || !('file' in value)) return { body: asBody(value) }
  const { file, ...rest } = value
  const data = asBody(rest)
  const incoming = givenFile(file)
  if (!incoming) throw wrongOption(local.method, 'A file is a path, a Blob, or an object such as { name, content }.')
  return { parts: { dataPath: '', read: async (onFile) => ({ data, file: await onFile(incoming) }) } }
}

/** The value as JSON: dates become text, undefined is dropped, and no object is shared. */
function asBody(value: unknown): JsonObject {
  try {
    const body: unknown = parseJson(JSON.stringify(value))
    if (isObject(body)) return body as JsonObject
  } catch (error) {
    throw new QuireError('invalid_json', 'The data must be valid as JSON.', { cause: error })
  }
  throw new QuireError('invalid_json', 'The data must be an object.')
}

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
function givenFile(file: unknown): IncomingFile | null {
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

/** Error for an unknown option or an invalid value of a local call. */
export function wrongOption(path: string, message: string): QuireError {
  return invalidQuery([{ code: 'unknown_field', path, message }])
}
