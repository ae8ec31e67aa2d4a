import { isObjectKey, QuireError } from '@quirecms/core'
import { notOurs } from './tar-header.ts'

/** Raise it when older versions can't read what is written. */
export const BACKUP_FORMAT = 1

export const MANIFEST = 'manifest.json'

/**
 * Forms of the database in a backup: an SQLite file, a PostgreSQL dump, or lines of JSON as in an export, which both
 * databases accept.
 */
export const DATABASE_PARTS = { sqlite: 'database.sqlite', dump: 'database.dump', lines: 'database.ndjson' } as const

export type DatabaseForm = keyof typeof DATABASE_PARTS

const OBJECTS = 'objects/'

export function partOfObject(key: string): string {
  return OBJECTS + key
}

/** Object key of a part; null for other parts. */
export function objectOfPart(name: string): string | null {
  const key = name.startsWith(OBJECTS) ? name.slice(OBJECTS.length) : ''
  return isObjectKey(key) ? key : null
}

/** The closed list of part names, so that no path leads out of the target. */
export function isPartName(name: string): boolean {
  return name === MANIFEST || Object.values<string>(DATABASE_PARTS).includes(name) || objectOfPart(name) !== null
}

export interface BackupPart {
  readonly name: string
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
  readonly mimeType?: string
}

/** A referenced file that was missing or had other bytes than recorded. */
export interface FaultyFile {
  readonly key: string
  readonly document: string
  readonly fault: 'missing' | 'damaged'
}

/** The manifest of a backup: the last part of the archive, written after all others. */
export interface BackupManifest {
  readonly kind: 'quire-backup'
  readonly format: number
  readonly versions: { readonly quire: string; readonly node: string }
  readonly application: string
  /** Time of the snapshot. */
  readonly at: string
  readonly database: {
    readonly form: DatabaseForm
    readonly dialect: string
    readonly schema?: string
  }
  /** Equal for equal collections, fields, indexes and migrations. */
  readonly configuration: string
  readonly withoutUsers: boolean
  readonly counts: {
    readonly documents: Readonly<Record<string, number>>
    readonly records: Readonly<Record<string, number>>
    readonly objects: number
    readonly bytes: number
  }
  /** Digest of the content; restored content has the same. */
  readonly digest: string
  readonly faults: readonly FaultyFile[]
  readonly parts: readonly BackupPart[]
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const holds =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([name, check]) => check((value as Readonly<Record<string, unknown>>)[name]))
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const counts: Check = (value) => holds({})(value) && Object.values(value as object).every(isCount)
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** Fields of the manifest in every format. */
const isOfAnyFormat = holds({
  kind: (value) => value === 'quire-backup',
  format: isCount,
  versions: holds({ quire: isText }),
})

const isManifest = holds({
  kind: (value) => value === 'quire-backup',
  format: isCount,
  versions: holds({ quire: isText, node: isText }),
  application: isText,
  at: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  database: holds({
    form: (value) => typeof value === 'string' && Object.hasOwn(DATABASE_PARTS, value),
    dialect: isText,
    // Inserted into an SQL script.
    schema: optional((value) => typeof value === 'string' && /^[^\u0000$\\]{1,63}$/.test(value)),
  }),
  configuration: isHash,
  withoutUsers: (value) => typeof value === 'boolean',
  counts: holds({ documents: counts, records: counts, objects: isCount, bytes: isCount }),
  digest: isHash,
  faults: listOf(holds({ key: isText, document: isText, fault: isText })),
  parts: listOf(
    holds({
      name: (value) => typeof value === 'string' && isPartName(value) && value !== MANIFEST,
      size: isCount,
      sha256: isHash,
      mimeType: optional(isText),
    }),
  ),
})

/** Validates a manifest; its source is not trusted. */
export function parseManifest(text: string): BackupManifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw notOurs(error)
  }
  if (!isOfAnyFormat(value)) throw notOurs()
  const { format, versions } = value as Pick<BackupManifest, 'format' | 'versions'>
  if (format !== BACKUP_FORMAT)
    throw new QuireError(
      'validation',
      `The backup is of format ${format}, and this Quire reads ${BACKUP_FORMAT}. Use the version that made it: ${versions.quire.slice(0, 50)}.`,
    )
  if (!isManifest(value)) throw notOurs()
  return value as BackupManifest
}
