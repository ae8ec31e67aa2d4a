import type { AnyLocalApi, FieldDefinitions } from '@quirecms/core'
import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f } from 'quirecms'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { testLocal } from '../../../packages/quire/src/testing/test-local.ts'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const ANN = '01890000-0000-7000-8000-00000000000a'
const BOB = '01890000-0000-7000-8000-00000000000b'

describeEachDatabase('the reference index after a change of the configuration, on %s', (dialect) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  beforeEach(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
  })
  afterEach(() => database.remove())

  /** The application with these fields of its books, on the same database. */
  async function withFields<T>(
    fields: FieldDefinitions,
    work: (app: App) => Promise<T>,
    ofPeople: FieldDefinitions = {},
  ): Promise<T> {
    const app = await openApp(fields, ofPeople, database.config)
    try {
      await app.storage.migrations.apply()
      return await work(app)
    } finally {
      await app.close()
    }
  }

  const stored = f.group({ fields: { author: f.text() } })
  const system = (app: App) => testLocal(app.local as unknown as AnyLocalApi).asSystem()
  const books = (app: App) => system(app).collection('books')
  const people = (app: App) => system(app).collection('people')
  const clubs = (app: App) => system(app).collection('clubs')
  const makePeople = async (app: App) => {
    for (const id of [ANN, BOB]) await people(app).create({ id, name: 'Somebody' })
  }

  it('contains references of a field that became a relationship', async () => {
    const restrict = f.relationship({ to: 'people', onDelete: 'restrict' })
    const steps = (fields: FieldDefinitions) =>
      withFields(fields, async ({ storage }) =>
        (await storage.migrations.status()).applied.map(({ description }) => description),
      )
    await withFields({ about: stored, note: f.text() }, async (app) => {
      await makePeople(app)
      await books(app).create({ about: { author: ANN } })
      await books(app).create({ about: { author: 'no id' }, note: 'x'.repeat(9_000) })
    })
    const fields = { about: f.group({ fields: { author: restrict } }), note: f.relationship({ to: 'people' }) }
    const join = f.join({ collection: 'books', on: 'about.author' })
    await withFields(
      fields,
      async (app) => {
        await expect(people(app).delete(ANN)).rejects.toMatchObject({ code: 'referenced' })
        await people(app).delete(BOB)
        const { docs } = (await people(app).find({ where: { 'books.about.author': { exists: true } } })) as {
          docs: unknown[]
        }
        expect(docs).toMatchObject([{ id: ANN }])
      },
      { books: join },
    )
    // Once, and not at the next start.
    expect((await steps(fields)).filter((step) => step === 'find references of books')).toHaveLength(1)
    // It may also stop being one.
    await withFields({ about: stored, note: f.text() }, async (app) => {
      await people(app).delete(ANN)
    })
  })

  it('follows a relationship whose target collection changed', async () => {
    const about = (to: string) => ({
      about: f.group({ fields: { author: f.relationship({ to, onDelete: 'restrict' }) } }),
    })
    await withFields(about('people'), async (app) => {
      await makePeople(app)
      await clubs(app).create({ id: BOB, name: 'A club' })
      await books(app).create({ about: { author: BOB } })
    })
    await withFields(about('clubs'), async (app) => {
      await people(app).delete(BOB)
      await expect(clubs(app).delete(BOB)).rejects.toMatchObject({
        code: 'referenced',
      })
    })
  })
})

type App = Awaited<ReturnType<typeof openApp>>

async function openApp(
  fields: FieldDefinitions,
  ofPeople: FieldDefinitions,
  database: Awaited<ReturnType<typeof createTestDatabase>>['config'],
) {
  const config = defineConfig({
    database,
    collections: {
      people: collection({ fields: { name: f.text(), ...ofPeople }, access }),
      clubs: collection({ fields: { name: f.text() }, access }),
      books: collection({ fields, access }),
    },
  })
  return createApp(config, { log: createLogger({ level: 'silent' }) })
}
