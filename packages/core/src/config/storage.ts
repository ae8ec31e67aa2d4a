import type { ObjectStore } from '../contracts/object-store.ts'
import { isObject } from '../content/json-object.ts'
import { aFunction, aText } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

export interface DiskConfig {
  readonly kind: 'disk'
  readonly path: string
}

/** Any other file storage: a package such as `@quirecms/s3` makes one of these. */
export interface OtherStorageConfig {
  readonly kind: 'other'
  /** Called once, when the first file is needed. */
  open(): ObjectStore | Promise<ObjectStore>
}

export type StorageConfig = DiskConfig | OtherStorageConfig

/**
 * Stores files in a folder; a relative path starts from the configuration's own folder.
 *
 * @example
 * const storage = disk('./data/uploads')
 */
export function disk(path: string): DiskConfig {
  return { kind: 'disk', path }
}

export function checkStorage(value: unknown, place: string, problems: ProblemList): void {
  const kind = isObject(value) ? value['kind'] : undefined
  if (kind === 'disk') problems.members(value, place, { kind: aText, path: aText }, ['path'])
  else if (kind === 'other') problems.members(value, place, { kind: aText, open: aFunction }, ['open'])
  else problems.add(place, "must be a storage such as disk('./data/uploads')")
}
