import {
  type Call,
  type FileWork,
  type ImageFrame,
  type JsonObject,
  type LocalFile,
  type UploadSettings,
  type Runtime,
  withoutAnswer,
} from '@quirecms/core/feature'
import { type FilesAtHand, refuseIfOver } from './file-work.ts'
import { urlOf } from './named-objects.ts'
import { announce, forget, newObjectKey } from './stored-objects.ts'
import type { TakenFile } from './take-file.ts'
import { OBJECTS } from './object-table.ts'

export interface StoredFile {
  readonly keys: readonly string[]
  readonly fields: JsonObject
}

interface ObjectToBe {
  readonly key: string
  readonly mimeType: string
  readonly file: LocalFile
}

const MIDDLE: ImageFrame = { focalPoint: { x: 50, y: 50 }, crop: null }

const NO_IMAGE = { width: null, height: null, focalPoint: null, crop: null, placeholder: null }

export async function storeFile(
  call: Call,
  at: FilesAtHand,
  options: UploadSettings,
  { filename, type, local }: TakenFile,
  replaced: readonly string[],
): Promise<StoredFile> {
  const { images } = at.work
  const { mimeType } = type
  const image = images.handles(mimeType) ? await images.inspect(local.path, options) : null
  const original = { key: newObjectKey(type.extension), mimeType, file: image?.cleaned ?? local }
  const fields = { filename, ...describe(call, original), hash: original.file.hash }
  const { width = 0, height = 0, placeholder = '' } = image ?? {}
  const withoutSizes = Object.keys(options.sizes).length === 0 ? {} : { sizes: null }
  const made = image ? await makeSizes(call, at.work, options, original.file.path, MIDDLE) : { objects: [], fields: {} }
  const keys = await putAll(call, at, options, [original, ...made.objects], replaced)
  const ofImage = { width, height, ...MIDDLE, placeholder, ...made.fields } as unknown as JsonObject
  return { keys, fields: { ...fields, ...(image ? ofImage : { ...NO_IMAGE, ...withoutSizes }) } }
}

export async function storeSizes(
  call: Call,
  at: FilesAtHand,
  options: UploadSettings,
  path: string,
  frame: ImageFrame,
  replaced: readonly string[],
): Promise<StoredFile> {
  const { objects, fields } = await makeSizes(call, at.work, options, path, frame)
  return { keys: await putAll(call, at, options, objects, replaced), fields }
}

async function makeSizes(
  call: Call,
  { images }: FileWork,
  options: UploadSettings,
  path: string,
  frame: ImageFrame,
): Promise<{ objects: ObjectToBe[]; fields: JsonObject }> {
  const objects: ObjectToBe[] = []
  const sizes: JsonObject = {}
  for (const [name, size] of Object.entries(options.sizes)) {
    const { file, mimeType, extension, width, height } = await images.resize(path, size, frame, options)
    const object = { key: newObjectKey(extension), mimeType, file }
    objects.push(object)
    sizes[name] = { ...describe(call, object), width, height }
  }
  return { objects, fields: objects.length > 0 ? { sizes } : {} }
}

function describe({ entity }: Call, { key, mimeType, file }: ObjectToBe): JsonObject {
  return { objectKey: key, url: urlOf(entity.slug, key), mimeType, filesize: file.size }
}

/** Stores all objects or none: if one fails, the others are removed. */
async function putAll(
  call: Call,
  { files, over }: FilesAtHand,
  { quota }: UploadSettings,
  objects: readonly ObjectToBe[],
  replaced: readonly string[],
): Promise<string[]> {
  const keys = objects.map(({ key }) => key)
  if (keys.length === 0) return keys
  const announced = objects.map(({ key, file }) => ({ key, bytes: file.size }))
  await announce(call, quota, announced, replaced)
  try {
    await holdingLease(call.runtime, keys, async () => {
      for (const { key, mimeType, file } of objects) {
        refuseIfOver(over)
        await files.store.put(key, { path: file.path, size: file.size, mimeType }, over)
      }
    })
    return keys
  } catch (error) {
    await forget(call, keys)
    throw error
  }
}

/**
 * Lease of a pending object: longer than storing the last object and writing the document takes. A process that was
 * suspended for longer loses its objects, and gets an error when its document names them.
 */
export const LEASE_MS = 120_000

const RENEWED_EVERY_MS = 20_000

/** Renews the lease of objects while they are being stored. If the process dies, the lease expires. */
export async function holdingLease<T>(runtime: Runtime, keys: readonly string[], store: () => Promise<T>): Promise<T> {
  const renew = () =>
    withoutAnswer(() =>
      runtime.storage.transaction(async ({ records }) => {
        const changedAt = runtime.clock().toISOString()
        await records.update(OBJECTS.name, { key: { oneOf: keys }, state: 'pending' }, { changedAt })
      }),
    )
  // A failed renewal is retried at the next interval, before the lease expires.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWED_EVERY_MS).unref()
  try {
    return await store()
  } finally {
    clearInterval(timer)
  }
}
