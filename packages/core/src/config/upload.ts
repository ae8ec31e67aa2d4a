import { isObject } from '../content/json-object.ts'
import type { ImageSize } from '../contracts/files.ts'
import { someMimeTypes } from '../fields/mime-types.ts'
import { aBoolean, anObject, type OptionKind, oneOf } from '../fields/option-kinds.ts'
import { checkFieldName, RESERVED_NAMES } from './check-names.ts'
import { aPositiveCount, aQuantity } from './check-server.ts'
import { join, type ProblemList } from './problem-list.ts'
import { parseSize, type Size } from './quantities.ts'
import {
  aQuality,
  checkImages,
  imagesKind,
  type ImagesConfig,
  type ImagesOptions,
  resolveImages,
} from './upload-images.ts'

/** The option `upload`: the documents of the collection are files with metadata. */
export interface UploadConfig {
  /** Maximum file size; 10 MiB by default. */
  readonly maxFileSize?: Size
  /** The accepted MIME types, such as `'image/*'` and `'application/pdf'`; all by default. */
  readonly mimeTypes?: readonly string[]
  /** Smaller sizes that are made of each image, by name: `{ thumb: { width: 320, height: 240 } }`. */
  readonly sizes?: { readonly [name: string]: ImageSize }
  /**
   * Serves images in several widths and formats (`?w=640&format=auto`), which are generated on request. True for the
   * usual widths; off by default.
   */
  readonly images?: true | ImagesConfig
  /** Hosts that files may be fetched from: `{ hosts: ['images.example.com', '*.example.org'] }`. None by default. */
  readonly remote?: { readonly hosts: readonly string[] }
  /** Images with more pixels are refused; 50 million by default. */
  readonly maxPixels?: number
  /** Whether images keep their metadata, such as the location of the camera. False by default. */
  readonly keepMetadata?: boolean
  /** Whether browsers show files or save them. By default they show types that are safe. */
  readonly disposition?: 'inline' | 'attachment'
  /** Storage quotas: per user, and in total. Unlimited by default. */
  readonly quota?: UploadQuota
  /** Whether files are in folders: each document has a field `folder`, such as `'press/2030'`. False by default. */
  readonly folders?: boolean
  /** Whether files have tags: each document has a field `tags`, a list of texts. False by default. */
  readonly tags?: boolean
}

/** In bytes, of everything that is stored: files, their sizes, old versions, and the trash. */
export interface UploadQuota {
  /** For each user; anonymous callers share one quota. */
  readonly user?: Size
  readonly total?: Size
}

export type UploadChoice = true | UploadConfig | undefined

export interface UploadSettings {
  readonly maxFileSize: number
  readonly mimeTypes: readonly string[] | null
  readonly sizes: { readonly [name: string]: ImageSize }
  /** Null without images on request. */
  readonly images: ImagesOptions | null
  /** Hosts that files may be fetched from. */
  readonly hosts: readonly string[]
  readonly maxPixels: number
  readonly keepMetadata: boolean
  readonly disposition: 'inline' | 'attachment'
  /** Null without a limit. */
  readonly quota: { readonly user: number | null; readonly total: number | null }
  readonly folders: boolean
  readonly tags: boolean
}

const DEFAULT_MAX_FILE_SIZE = 10 * 1024 * 1024
const DEFAULT_MAX_PIXELS = 50_000_000

/** Null if the documents of the collection are no files. */
export function resolveUpload(upload: unknown): UploadSettings | null {
  if (upload !== true && !isObject(upload)) return null
  const given: UploadConfig = upload === true ? {} : upload
  return {
    maxFileSize: parseSize(given.maxFileSize ?? DEFAULT_MAX_FILE_SIZE),
    mimeTypes: given.mimeTypes ?? null,
    sizes: given.sizes ?? {},
    images: resolveImages(given.images),
    hosts: (given.remote?.hosts ?? []).map((host) => host.toLowerCase()),
    maxPixels: given.maxPixels ?? DEFAULT_MAX_PIXELS,
    keepMetadata: given.keepMetadata ?? false,
    disposition: given.disposition ?? 'inline',
    quota: { user: sizeOrNull(given.quota?.user), total: sizeOrNull(given.quota?.total) },
    folders: given.folders ?? false,
    tags: given.tags ?? false,
  }
}

function sizeOrNull(size: Size | undefined): number | null {
  return size === undefined ? null : parseSize(size)
}

/** The fields of every document of an upload collection, and the name of the file's part in a multipart request. */
const TAKEN_NAMES: readonly string[] = [
  'filename',
  'mimeType',
  'filesize',
  'objectKey',
  'url',
  'hash',
  'width',
  'height',
  'focalPoint',
  'crop',
  'placeholder',
  'sizes',
  'srcset',
  'file',
]

/** Fields that options add, and their options. */
const ORDER: Readonly<Record<string, 'folders' | 'tags'>> = { folder: 'folders', tags: 'tags' }

function takenNames(upload: true | Record<string, unknown>): string[] {
  const added = Object.keys(ORDER).filter((name) => upload !== true && upload[ORDER[name] ?? ''] === true)
  return [...TAKEN_NAMES, ...added]
}

const uploadKinds = {
  maxFileSize: aQuantity(parseSize),
  mimeTypes: someMimeTypes,
  sizes: anObject,
  images: imagesKind,
  remote: anObject,
  maxPixels: aPositiveCount,
  keepMetadata: aBoolean,
  disposition: oneOf('inline', 'attachment'),
  quota: anObject,
  folders: aBoolean,
  tags: aBoolean,
}

const quotaKinds = { user: aQuantity(parseSize), total: aQuantity(parseSize) }

const someHosts: OptionKind = (value) =>
  Array.isArray(value) && value.every((host) => typeof host === 'string' && HOST.test(host))
    ? null
    : "must be a list of host names such as 'images.example.com' or '*.example.com'"

/** A host name, or all subdomains of one. */
const HOST = /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i

const sizeKinds = {
  width: aPositiveCount,
  height: aPositiveCount,
  fit: oneOf('cover', 'contain', 'fill', 'inside', 'outside'),
  format: oneOf('jpeg', 'png', 'webp', 'avif'),
  quality: aQuality,
}

function checkSizes(sizes: Record<string, unknown>, place: string, problems: ProblemList): void {
  for (const [name, size] of Object.entries(sizes)) {
    const at = join(place, name)
    checkFieldName(name, at, RESERVED_NAMES.group, problems)
    const given = problems.members(size, at, sizeKinds)
    if (given && given['width'] === undefined && given['height'] === undefined)
      problems.add(at, 'needs a `width`, a `height` or both')
  }
}

export function checkUpload(collection: Record<string, unknown>, place: string, problems: ProblemList): void {
  const { upload, auth, fields } = collection
  if (upload !== true && !isObject(upload)) {
    problems.add(join(place, 'upload'), "must be true or an object such as { maxFileSize: '10mb' }")
    return
  }
  if (isObject(upload)) {
    problems.members(upload, join(place, 'upload'), uploadKinds)
    if (isObject(upload['remote']))
      problems.members(upload['remote'], join(place, 'upload.remote'), { hosts: someHosts }, ['hosts'])
    if (isObject(upload['quota'])) problems.members(upload['quota'], join(place, 'upload.quota'), quotaKinds)
    checkImages(upload['images'], place, problems)
    if (isObject(upload['sizes'])) checkSizes(upload['sizes'], join(place, 'upload.sizes'), problems)
  }
  if (auth !== undefined)
    problems.add(join(place, 'upload'), 'a collection with `auth` cannot hold files: make another collection for them')
  for (const name of takenNames(upload)) {
    if (!isObject(fields) || !Object.hasOwn(fields, name)) continue
    const why =
      name === 'file'
        ? 'requests send the file under this name'
        : name in ORDER
          ? `a collection with \`upload.${ORDER[name]}\` already has this field`
          : 'every collection with `upload` already has this field'
    problems.add(join(place, `fields.${name}`), `${why}: leave it out, or choose another name`)
  }
}
