import {
  type EvaluatedDocument,
  type EvaluatedWorld,
  type JsonObject,
  type LocaleChoice,
  parseWhere,
  resolveWhere,
  type PathRoot,
  type Reference,
  type Storage,
} from '@quirecms/core'
import { createTestApp, DIALECTS, resolveApplication } from '@quirecms/testkit'
import fc from 'fast-check'
import { museum } from './museum.ts'
import { runs } from '../../setup/runs.ts'
import { storedContent } from './stored-documents.ts'
import { id, idOf, instant } from './values.ts'

const manifest = resolveApplication(museum)
const TABLES = ['things', 'rooms'] as const
type Table = (typeof TABLES)[number]

function entityOf(table: Table) {
  const entity = manifest.collections[table]
  if (!entity) throw new Error(`there is no ${table}`)
  return entity
}

/** Visibility of other documents for the reader. */
const VISIBLE: Readonly<Record<Table, unknown>> = {
  things: { revision: { greater_than: 1 } },
  rooms: { size: { not_equals: 5 } },
}

/** Every path of things, also into other documents. */
export function scopeIn(locale: LocaleChoice): PathRoot {
  const others = new Map<string, NonNullable<ReturnType<PathRoot['others']['get']>>>()
  const { localization } = manifest
  for (const table of TABLES) {
    const { slug, fields, systemFields } = entityOf(table)
    const root: PathRoot = { slug, fields, systemFields, localization, locale, mayRead: () => true, others }
    const visibleIn = resolveWhere(parseWhere(VISIBLE[table]), root)
    const joined = ({ where = {} }: { readonly where?: unknown }) =>
      resolveWhere(parseWhere({ and: [VISIBLE[table], where] }), root)
    others.set(table, { ...root, tables: [{ table, where: visibleIn }], joined })
  }
  return others.get('things') ?? raise()
}

function raise(): never {
  throw new Error('there are things')
}

export interface StoredThing extends EvaluatedDocument {
  readonly id: string
  readonly table: Table
  readonly references: readonly Reference[]
}

/** Random stored documents by seed: this many things, and a few rooms. */
export function makeDocuments(count: number): StoredThing[] {
  return [...make('things', count), ...make('rooms', 4)]
}

function make(table: Table, count: number): StoredThing[] {
  const reference = fc.record({
    path: fc.constantFrom('owner', 'link', 'links', 'rows.link'),
    locale: fc.constantFrom('', 'de'),
    collection: fc.constantFrom(...TABLES),
    id,
  })
  const arbitrary = fc.record({
    content: storedContent(entityOf(table).fields),
    revision: fc.integer({ min: 1, max: 3 }),
    createdAt: instant,
    updatedAt: instant,
    // Joins follow the index alone, so it need not agree with the content.
    references: fc.array(reference, { maxLength: 5 }),
  })
  return fc
    .sample(arbitrary, { numRuns: count, seed: runs(1).seed })
    .map(({ content, references, ...columns }, index) => ({
      table,
      id: idOf(index),
      columns: { id: idOf(index), ...columns },
      references,
      // As parsed from JSON: no undefined, no -0.
      data: JSON.parse(JSON.stringify(content)) as JsonObject,
    }))
}

/** These documents, for the evaluator. */
export function worldOf(documents: readonly StoredThing[]): EvaluatedWorld {
  const byId = new Map(documents.map((one) => [`${one.table} ${one.id}`, one]))
  const byTarget = Map.groupBy(
    documents.flatMap((one) => one.references.map((to) => ({ one, to }))),
    ({ one, to }) => [one.table, to.path, to.collection, to.id].join(' '),
  )
  return {
    get: (table, target) => byId.get(`${table} ${target}`),
    pointingTo: (...link) => byTarget.get(link.join(' '))?.map(({ one }) => one) ?? [],
  }
}

export interface DataSet {
  readonly storages: readonly { readonly name: string; readonly storage: Storage }[]
  close(): Promise<void>
}

/** Stores the documents in each kind of database. */
/** `npm run mutate` has no PostgreSQL. */
export async function storeDocuments(
  documents: readonly StoredThing[],
  postgresUrl: string | undefined,
): Promise<DataSet> {
  const dialects = DIALECTS.filter((dialect) => dialect === 'sqlite' || postgresUrl !== undefined)
  const apps = await Promise.all(
    dialects.map(async (dialect) => ({
      dialect,
      ...(await createTestApp(museum, { dialect, ...(postgresUrl !== undefined && { postgresUrl }) })),
    })),
  )
  for (const { app } of apps) await insertDocuments(app.storage, documents)
  return {
    storages: apps.map(({ dialect, app }) => ({ name: dialect, storage: app.storage })),
    close: async () => {
      await Promise.all(apps.map((app) => app.close()))
    },
  }
}

export async function insertDocuments(storage: Storage, documents: readonly StoredThing[]): Promise<void> {
  await storage.transaction(async (tx) => {
    for (const { table, columns, data, references } of documents) {
      const system = columns as { id: string; revision: number; createdAt: string; updatedAt: string }
      await tx.insert(table, { ...system, json: JSON.stringify(data), shape: 'any', columns: {} }, references)
    }
  })
}
