// @module-tag release
import { createTestDatabase, describeEachDatabase, type TestDatabase } from '@quirecms/testkit'
import fc from 'fast-check'
import { collection, createApp, createLogger, defineConfig, f } from 'quirecms'
import { expect, inject, it } from 'vitest'
import { DescribedAnswers } from '../../http/openapi/described-answers.ts'
import { PATIENCE, runs } from '../../setup/runs.ts'
import { contentOf, fieldsOf, type Model, modelPair } from './any-models.ts'
import { access, type EvolvedApp } from './evolving.ts'

const localization = { locales: ['en', 'de'], defaultLocale: 'en' }

/** An application with one collection. */
interface Version {
  readonly model: Model
  readonly slug: string
  readonly renamedFrom?: string
}

interface OpenApp {
  readonly app: EvolvedApp
  /** The collection, as the system. */
  // oxlint-disable-next-line typescript/no-explicit-any -- which fields it has is only known at run time
  readonly documents: any
  readonly slug: string
}

async function open({ config }: TestDatabase, version: Version, migrate: boolean): Promise<OpenApp> {
  const { model, slug, renamedFrom } = version
  const fields = { ...fieldsOf(model), touched: f.number() }
  const renamed = renamedFrom === undefined ? {} : { renamedFrom }
  const collections = { [slug]: collection({ fields, versions: true, access, ...renamed }) }
  const app = (await createApp(
    defineConfig({ database: config, localization, server: { rateLimit: false }, collections }),
    { log: createLogger({ level: 'silent' }), jobs: false, migrate },
  )) as unknown as EvolvedApp
  return { app, slug, documents: app.local.asSystem().collections[slug] }
}

/** Opens an application, and closes it afterwards. */
async function using<T>(
  database: TestDatabase,
  version: Version,
  work: (opened: OpenApp) => Promise<T>,
  migrate = true,
): Promise<T> {
  const opened = await open(database, version, migrate)
  try {
    return await work(opened)
  } finally {
    await opened.app.close()
  }
}

/** All documents in each locale. With fallbacks, an equal translation is the same as none. */
async function read({ documents }: OpenApp): Promise<Record<string, unknown>[]> {
  const docs: Record<string, unknown>[] = []
  for (const locale of ['en', 'de']) {
    const found = await documents.find({ locale, sort: 'id', limit: 100 })
    for (const { revision: _revision, updatedAt: _updatedAt, touched: _touched, ...doc } of found.docs) docs.push(doc)
  }
  return docs
}

async function snapshots({ documents }: OpenApp, ids: readonly string[]): Promise<unknown[]> {
  const found: unknown[] = []
  for (const id of ids) found.push((await documents.version(id, 1, { locale: 'en' })).data)
  return found
}

async function expectDescribed({ app, slug }: OpenApp): Promise<void> {
  const get = async (path: string) => {
    const answer = await app.fetch(new Request(`http://localhost${path}`))
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, bytes: Buffer.from(text), body: JSON.parse(text) }
  }
  const described = new DescribedAnswers((await get('/api/openapi.json')).body)
  for (const query of ['', '?locale=all', '?locale=de']) {
    const path = `/api/collections/${slug}${query}`
    expect(described.deviations('GET', path, await get(path))).toEqual([])
  }
}

/** Values of fields that are in both models; others have another form. */
function same(docs: readonly Record<string, unknown>[], one: Model, other: Model): unknown[] {
  const names = Object.keys(one).filter((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
  return docs.map((doc) => names.map((name) => doc[name]))
}

/** Migrates with interruptions, finally by one instance or two at once; or returns the refusal. */
async function bringTo(
  database: TestDatabase,
  version: Version,
  faults: readonly number[],
  together: boolean,
): Promise<unknown> {
  for (const fault of faults) {
    let events = 0
    const onProgress = () => {
      events += 1
      if (events > fault) throw new Error('power cut')
    }
    const run = ({ app }: OpenApp) => app.migrate({ onProgress }).then(() => null, asError)
    const failure = await using(database, version, run, false)
    if (failure && !failure.message.includes('power cut')) return failure
  }
  const instances = await Promise.all((together ? [1, 2] : [1]).map(() => open(database, version, false)))
  const failures = await Promise.all(instances.map(({ app }) => app.migrate().then(() => null, asError)))
  for (const { app } of instances) await app.close()
  return failures.find((failure) => failure !== null)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

const scenario = modelPair.chain((pair) =>
  fc.record({
    pair: fc.constant(pair),
    contents: fc.array(contentOf(pair.before), { minLength: 1, maxLength: 3 }),
    isRenamed: fc.boolean(),
    /** The events of the migration after which it is interrupted, one for each attempt. */
    faults: fc.array(fc.nat(6), { maxLength: 3 }),
    together: fc.boolean(),
  }),
)

describeEachDatabase('migrations between any two models (%s)', (dialect) => {
  it('lose nothing on the way there and back', { timeout: PATIENCE }, async () => {
    const outcomes = { migrated: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(scenario, async ({ pair, contents, isRenamed, faults, together }) => {
        const database = await createTestDatabase(dialect, inject('postgresUrl'))
        const before: Version = { model: pair.before, slug: 'posts' }
        const after = isRenamed
          ? { model: pair.after, slug: 'articles', renamedFrom: 'posts' }
          : { model: pair.after, slug: 'posts' }
        const back = { ...before, model: pair.back, ...(isRenamed && { renamedFrom: 'articles' }) }
        try {
          const first = await using(database, before, async (opened) => {
            const ids: string[] = []
            for (const content of contents) ids.push((await opened.documents.create(content, { locale: 'all' })).id)
            const { applied } = await opened.app.storage.migrations.status()
            return { ids, docs: await read(opened), snapshots: await snapshots(opened, ids), applied }
          })
          const failure = await bringTo(database, after, faults, together)
          if (failure) {
            outcomes.refused += 1
            expect(failure).toMatchObject({ code: 'conflict' })
            await using(database, before, async (opened) => {
              expect(await read(opened)).toEqual(first.docs)
              expect((await opened.app.storage.migrations.status()).applied).toEqual(first.applied)
            })
            return
          }
          outcomes.migrated += 1
          await using(database, after, async (opened) => {
            await expectDescribed(opened)
            expect(same(await read(opened), pair.before, pair.after)).toEqual(same(first.docs, pair.before, pair.after))
            for (const id of first.ids) await opened.documents.update(id, { touched: 1 })
            await expectDescribed(opened)
          })
          await using(database, back, async (opened) => {
            expect(await read(opened)).toEqual(first.docs)
            expect(await snapshots(opened, first.ids)).toEqual(first.snapshots)
            const { pending } = await opened.app.storage.migrations.status()
            expect(pending.filter(({ destructive }) => !destructive)).toEqual([])
            await opened.app.migrate({ destructive: true })
            expect(await read(opened)).toEqual(first.docs)
          })
        } finally {
          await database.remove()
        }
      }),
      runs(dialect === 'sqlite' ? 10 : 3),
    )
    expect(outcomes.migrated).toBeGreaterThan(0)
    expect(outcomes.refused).toBeGreaterThan(0)
  })
})
