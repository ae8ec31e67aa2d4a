import { isObject } from '../content/json-object.ts'
import type { OptionKind } from '../fields/option-kinds.ts'
import { aQuantity } from './check-server.ts'
import { join, type ProblemList } from './problem-list.ts'
import { parseSize, type Size } from './quantities.ts'

/** What the option `upload` of a collection takes: its documents are files, with metadata (contract 9). */
export interface UploadConfig {
  /** The largest file; 10 MiB by default. */
  readonly maxFileSize?: Size
  /** Which types of files are taken, such as `'image/*'` and `'application/pdf'`; all by default. */
  readonly mimeTypes?: readonly string[]
}

/** What `upload` takes; undefined if a collection has no files. */
export type UploadChoice = true | UploadConfig | undefined

/** The same with its defaults. */
export interface UploadOptions {
  readonly maxFileSize: number
  /** Null where all are taken. */
  readonly mimeTypes: readonly string[] | null
}

const DEFAULT_MAX_FILE_SIZE = 10 * 1024 * 1024

export function isUploadConfig(upload: unknown): upload is true | UploadConfig {
  return upload === true || isObject(upload)
}

export function resolveUpload(upload: true | UploadConfig): UploadOptions {
  const { maxFileSize = DEFAULT_MAX_FILE_SIZE, mimeTypes } = upload === true ? {} : upload
  return { maxFileSize: parseSize(maxFileSize), mimeTypes: mimeTypes ?? null }
}

/** The fields that every document of an upload collection has, and the part of a request that its file comes in. */
const FILE_FIELDS = ['filename', 'mimeType', 'filesize', 'objectKey', 'url', 'hash'] as const
const TAKEN_NAMES: readonly string[] = [...FILE_FIELDS, 'file']

const MIME_TYPE = /^[a-z]+\/(?:\*|[a-z0-9][a-z0-9.+-]*)$/

const someMimeTypes: OptionKind = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && MIME_TYPE.test(item))
    ? null
    : "must be a list of types such as 'image/*' or 'application/pdf'"

const uploadKinds = { maxFileSize: aQuantity(parseSize), mimeTypes: someMimeTypes }

export function checkUpload(collection: Record<string, unknown>, place: string, problems: ProblemList): void {
  const { upload, auth, fields } = collection
  if (upload !== true && !isObject(upload)) {
    problems.add(join(place, 'upload'), "must be true or an object such as { maxFileSize: '10mb' }")
    return
  }
  if (isObject(upload)) problems.members(upload, join(place, 'upload'), uploadKinds)
  if (auth !== undefined) problems.add(join(place, 'upload'), 'a collection with `auth` cannot hold files as well')
  for (const name of TAKEN_NAMES) {
    if (!isObject(fields) || !Object.hasOwn(fields, name)) continue
    const why =
      name === 'file' ? 'this is where requests bring the file' : 'every collection with `upload` has this field'
    problems.add(join(place, `fields.${name}`), `${why}: leave it out, or choose another name`)
  }
}
