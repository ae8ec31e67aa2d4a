import {
  type EvaluatedDocument,
  type JsonObject,
  type LocaleChoice,
  type PathScope,
  resolveApplication,
  type Storage,
} from '@quire/core'
import { createTestApp, DIALECTS } from '@quire/testkit'
import fc from 'fast-check'
import { museum } from './museum.ts'
import { storedContent } from './stored-documents.ts'
import { instant } from './values.ts'

/** `PROPERTY_SEED=7 PROPERTY_RUNS=5000 npm test -- tests/properties` looks elsewhere, or for longer. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_101)
const MORE_RUNS = process.env['PROPERTY_RUNS']

/** How fast-check runs here: the same each time, unless told otherwise; a failure names the seed and the path to it. */
export function runs(numRuns: number): { seed: number; numRuns: number } {
  return { seed: SEED, numRuns: MORE_RUNS === undefined ? numRuns : Number(MORE_RUNS) }
}

const things = resolveApplication(museum).collections['things'] as NonNullable<
  ReturnType<typeof resolveApplication>['collections'][string]
>

/** Every path, as the system sees it. */
export function scopeIn(locale: LocaleChoice): PathScope {
  const { localization } = resolveApplication(museum)
  const { slug, fields, systemFields } = things
  return { slug, fields, systemFields, localization, locale, mayRead: () => true, others: new Map() }
}

export interface StoredThing extends EvaluatedDocument {
  readonly id: string
}

/** Random stored documents, the same for the same seed. */
export function makeThings(count: number): StoredThing[] {
  const arbitrary = fc.record({
    content: storedContent(things.fields),
    revision: fc.integer({ min: 1, max: 3 }),
    createdAt: instant,
    updatedAt: instant,
  })
  return fc.sample(arbitrary, { numRuns: count, seed: SEED }).map(({ content, ...columns }, index) => {
    // Odd steps, so that the order of ids is not the order of making.
    const id = `01890000-0000-7000-8000-${String((index * 7919) % 10_007).padStart(12, '0')}`
    // As it comes back from JSON: no undefined, no -0.
    return { id, columns: { id, ...columns }, data: JSON.parse(JSON.stringify(content)) as JsonObject }
  })
}

export interface DataSet {
  readonly storages: readonly { readonly name: string; readonly storage: Storage }[]
  close(): Promise<void>
}

/** The documents in a database of each kind. */
export async function storeThings(documents: readonly StoredThing[], postgresUrl: string): Promise<DataSet> {
  const apps = await Promise.all(
    DIALECTS.map(async (dialect) => ({ dialect, ...(await createTestApp(museum, { dialect, postgresUrl })) })),
  )
  for (const { app } of apps) {
    await app.storage.transaction(async (tx) => {
      for (const { id, columns, data } of documents) {
        const { revision, createdAt, updatedAt } = columns as { revision: number; createdAt: string; updatedAt: string }
        const json = JSON.stringify(data)
        await tx.insert('things', { id, revision, createdAt, updatedAt, json, shape: 'any', columns: {} }, [])
      }
    })
  }
  return {
    storages: apps.map(({ dialect, app }) => ({ name: dialect, storage: app.storage })),
    close: async () => {
      await Promise.all(apps.map((app) => app.close()))
    },
  }
}
