import { createHash } from 'node:crypto'
import {
  type Call,
  type Entity,
  everyDocument,
  everyRecord,
  isObject,
  type RecordMatch,
  type RecordRow,
  type RecordTable,
  type Runtime,
  type StoredDocument,
} from '@quirecms/core/feature'
import { isKept, type ObjectRow, OBJECTS, objectsIn } from '../uploads/offers.ts'
import { type ContentCount, type ContentLine, CONTENT_LINES_VERSION } from './content-line.ts'

/** Bytes of a file per line. */
const PART = 48 * 1024

export interface ContentExportOptions {
  /** Default: all collections and globals. */
  readonly slugs?: readonly string[]
  /** Includes credentials, as hashes. */
  readonly secrets: boolean
  readonly files: boolean
  /**
   * Includes records that are only valid in this database, such as sessions and queues: for a backup, which is
   * restored unchanged.
   */
  readonly everything?: boolean
}

/**
 * Exports the content of an application line by line, as it is stored: with ids, revisions and timestamps, all
 * locales, live copies, versions and trash. Reads page by page; run it in `atOneMoment` for a consistent snapshot.
 */
export async function* exportLines(runtime: Runtime, options: ContentExportOptions): AsyncGenerator<string> {
  const { manifest, storage, clock } = runtime
  const entities = entitiesOf(runtime, options.slugs)
  const tables = entities.flatMap(({ table, tables: copies }) => [table.name, ...copies.map(({ name }) => name)])
  const count: ContentCount = { documents: 0, records: 0, objects: 0 }
  yield lineOf({ kind: 'quire-export', version: CONTENT_LINES_VERSION, at: clock().toISOString(), tables })
  for (const table of tables) {
    for await (const document of everyDocument(storage.reader, table)) {
      count.documents += 1
      yield documentLine(table, document)
    }
  }
  for (const table of manifest.records) {
    for (const match of options.everything ? [{}] : matchesOf(table, entities, options.secrets)) {
      for await (const row of everyRecord(storage.reader, table, match)) {
        count.records += 1
        yield lineOf({
          kind: 'record',
          table: table.name,
          row: options.everything ? row : withoutWhatStays(table, row),
        })
      }
    }
  }
  for (const entity of options.files ? entities : []) {
    if (!entity.usesFiles) continue
    for await (const row of everyRecord(storage.reader, OBJECTS, { collection: entity.slug })) {
      if (!isKept(row)) continue
      for await (const part of objectParts(runtime, entity, row)) yield lineOf(part)
      count.objects += 1
    }
  }
  yield lineOf({ kind: 'end', ...count })
}

function entitiesOf({ manifest }: Runtime, slugs: readonly string[] | undefined): Entity<Call>[] {
  const all = [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
  return slugs ? all.filter(({ slug }) => slugs.includes(slug)) : all
}

function lineOf(line: ContentLine): string {
  return `${JSON.stringify(line)}\n`
}

/** The content is JSON text already; it is not parsed. */
function documentLine(table: string, { json, ...document }: StoredDocument): string {
  const head = JSON.stringify({ kind: 'document', table, ...document })
  return `${head.slice(0, -1)},"data":${json}}\n`
}

function withoutWhatStays({ columns }: RecordTable, row: RecordRow): RecordRow {
  return Object.fromEntries(columns.filter(({ isLocal }) => !isLocal).map(({ name }) => [name, row[name] ?? null]))
}

/**
 * Records to export: those of the chosen collections, without those that are only valid in this database, such as
 * sessions.
 */
function matchesOf({ exportedWith }: RecordTable, entities: readonly Entity<Call>[], secrets: boolean): RecordMatch[] {
  if (!exportedWith || (exportedWith.secret && !secrets)) return []
  if ('table' in exportedWith) return entities.some(({ table }) => table.name === exportedWith.table) ? [{}] : []
  // Match the table's name, which is the slug for a collection and another for a global: so records of a collection
  // with the slug of a global are not exported with the global.
  return entities.map(({ table }) => ({ [exportedWith.column]: table.name }))
}

async function* objectParts(
  runtime: Runtime,
  { table }: Entity<Call>,
  { key, document }: Pick<ObjectRow, 'key' | 'document'>,
): AsyncGenerator<ContentLine> {
  const { store } = await runtime.files()
  const content = await store.open(key)
  if (!content) return
  const owner = document === null ? null : await runtime.storage.reader.get(table.name, document)
  const named = owner ? objectsIn(owner.json).find((one) => one.key === key) : undefined
  const line = { kind: 'object', key, mimeType: named?.mimeType ?? 'application/octet-stream' } as const
  let waiting = Buffer.alloc(0)
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    waiting = Buffer.concat([waiting, chunk])
    for (; waiting.length > PART; waiting = waiting.subarray(PART))
      yield { ...line, data: waiting.subarray(0, PART).toString('base64'), more: true }
  }
  yield { ...line, data: waiting.toString('base64'), more: false }
}

/** Counts of an export's content, and a digest that is equal for equal content on any database. */
export interface ContentDigest {
  readonly digest: string
  /** Keyed by table: `posts`, `posts:live`. */
  readonly documents: Readonly<Record<string, number>>
  readonly records: Readonly<Record<string, number>>
}

const MODULUS = 1n << 256n

/**
 * Computes the digest of an export, for comparing two databases. Independent of the order of lines and of object
 * members, which differs between databases.
 */
export async function digestContent(
  runtime: Runtime,
  options: Omit<ContentExportOptions, 'files' | 'everything'>,
): Promise<ContentDigest> {
  const documents: Record<string, number> = {}
  const records: Record<string, number> = {}
  let sum = 0n
  for await (const text of exportLines(runtime, { ...options, files: false })) {
    const line = JSON.parse(text) as { readonly kind: string; readonly table?: string }
    const { kind, table = '' } = line
    const counts = kind === 'document' ? documents : kind === 'record' ? records : null
    if (!counts) continue
    counts[table] = (counts[table] ?? 0) + 1
    sum =
      (sum +
        BigInt(
          `0x${createHash('sha256')
            .update(JSON.stringify(inOrder(line)))
            .digest('hex')}`,
        )) %
      MODULUS
  }
  return { digest: sum.toString(16).padStart(64, '0'), documents, records }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted()
  return names.map((name) => [name, inOrder(value[name])])
}
