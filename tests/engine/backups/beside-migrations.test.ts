import type { Runtime, WholeStorage } from '@quirecms/core'
import { describeEachDatabase, must } from '@quirecms/testkit'
import pg from 'pg'
import { type App, collection, createApp, createLogger, f, type QuireConfig } from 'quirecms'
import { expect, onTestFinished, test } from 'vitest'
import { backUp, type Library, lookInto, newTarget, openLibrary, type OpenLibrary, restore } from './library.ts'

/** The library of the next release: an index that rewrites a table on PostgreSQL, and further steps. */
function nextRelease({ collections, ...rest }: Library): QuireConfig {
  const { posts } = collections
  return {
    ...rest,
    collections: {
      ...collections,
      posts: {
        ...posts,
        fields: { ...posts.fields, slug: f.text({ unique: true, index: true }), rank: f.number({ index: true }) },
      },
      notes: collection({ fields: { text: f.text({ index: true }) } }),
    },
  }
}

const QUIETLY = { jobs: false, log: createLogger({ level: 'silent' }) } as const

/** Starts the next release on the same database. */
function start({ config, test: { database } }: OpenLibrary, how: { readonly migrate: boolean }): Promise<App> {
  return createApp(nextRelease(config), { ...QUIETLY, ...how, database })
}

/** Resolves when the work is done or waits for a lock of the database. */
async function untilThroughOrHeld({ test: { database } }: OpenLibrary, work: Promise<unknown>): Promise<void> {
  let isThrough = false
  const ended = work.finally(() => (isThrough = true))
  if (database.dialect === 'sqlite') return void (await ended)
  const client = new pg.Client({ connectionString: must('url' in database ? database.url : undefined, 'url') })
  await client.connect()
  try {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => isThrough || (await client.query(waiting)).rowCount === 1).toBe(true)
  } finally {
    await client.end()
  }
}

/** The same library, but `meanwhile` runs as soon as a snapshot has begun. */
function meanwhile({ runtime, ...library }: OpenLibrary, work: () => Promise<void>): OpenLibrary {
  const whole = must(runtime.storage.whole, 'a storage that can be copied')
  const snapshot: WholeStorage['snapshot'] = (use) =>
    whole.snapshot(async (reader, copy) => {
      await work()
      return use(reader, copy)
    })
  const watched: Runtime = { ...runtime, storage: { ...runtime.storage, whole: { ...whole, snapshot } } }
  return { ...library, runtime: watched }
}

describeEachDatabase('a backup during a migration (%s)', (dialect) => {
  test('contains everything as it was before', { timeout: 120_000 }, async () => {
    const library = await openLibrary(dialect)
    const { posts } = library.test.app.local.asSystem().collections
    for (let n = 0; n < 20; n += 1) await posts.create({ title: `Post ${n}`, slug: `p-${n}` })
    const before = await backUp(library)

    let migrating: Promise<App> | undefined
    const { where, manifest } = await backUp(
      meanwhile(library, async () => {
        migrating = start(library, { migrate: true })
        await untilThroughOrHeld(library, migrating)
      }),
    )
    const migrated = await must(migrating, 'a migration')
    onTestFinished(() => migrated.close())
    expect((await migrated.storage.migrations.status()).pending).toEqual([])
    expect(manifest.digest).toBe(before.manifest.digest)

    const target = await newTarget(library.config, dialect)
    await restore(where, target)
    expect(await lookInto(target)).toEqual({ lines: before.lines, findings: [] })
  })

  test('contains the completed steps of an interrupted one, and the migration continues from there', {
    timeout: 120_000,
  }, async () => {
    const library = await openLibrary(dialect)
    const { posts } = library.test.app.local.asSystem().collections
    for (let n = 0; n < 20; n += 1) await posts.create({ title: `Post ${n}`, slug: `p-${n}` })
    const next = await start(library, { migrate: false })
    onTestFinished(() => next.close())
    const { migrations } = next.storage
    const steps = (await migrations.status()).pending.map(({ description }) => description)

    const told: string[] = []
    const stopped = migrations.apply({
      onProgress({ description }) {
        told.push(description)
        if (told.length === steps.length) throw new Error('killed')
      },
    })
    await expect(stopped).rejects.toThrow('killed')
    const { where, lines, manifest } = await backUp(library)
    expect(manifest.faults).toEqual([])

    const target = await newTarget(library.config, dialect)
    await restore(where, target)
    expect(await lookInto(target)).toEqual({ lines, findings: [] })
    const { database } = target
    if (database.dialect === 'other') throw new Error('not a database of ours')
    const behind = await createApp(nextRelease(library.config), { ...QUIETLY, database, migrate: false })
    onTestFinished(() => behind.close())
    const left = (await behind.storage.migrations.status()).pending.map(({ description }) => description)
    // Without pg_dump, a restore writes content into the tables of this release.
    expect(left).toEqual(manifest.database.form === 'lines' ? steps : steps.slice(-1))
    expect((await behind.storage.migrations.apply()).pending).toEqual([])
    const found = await behind.local
      .asSystem()
      .collection('posts')
      .find({ where: { slug: { equals: 'p-7' } } })
    expect(found.docs).toMatchObject([{ title: 'Post 7' }])
  })
})
