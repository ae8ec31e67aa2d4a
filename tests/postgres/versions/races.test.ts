import { createTestDatabase, describeEachDatabase, type TestDatabase } from '@quirecms/testkit'
import { type App, collection, createApp, createLogger, defineConfig, f, global } from 'quirecms'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'

const everybody = () => true
const access = {
  read: everybody,
  update: everybody,
  readDrafts: everybody,
  readVersions: everybody,
  publish: everybody,
}
const open = { ...access, create: everybody, delete: everybody }

const WRITERS = 100

function configOn(database: TestDatabase) {
  return defineConfig({
    database: database.config,
    collections: {
      posts: collection({
        versions: { drafts: true },
        trash: true,
        fields: {
          title: f.text(),
          slug: f.text({ unique: true }),
          held: f.relationship({ to: 'topics', onDelete: 'restrict' }),
          lead: f.relationship({ to: 'topics', onDelete: 'clear' }),
        },
        access: open,
      }),
      topics: collection({ fields: { name: f.text() }, access: open }),
    },
    globals: { site: global({ versions: { drafts: true }, fields: { name: f.text() }, access }) },
  })
}

type Config = ReturnType<typeof configOn>

/** Two instances on one database, each with its own connections. */
describeEachDatabase('two instances concurrently (%s)', (dialect) => {
  let database: TestDatabase
  let instances: App<Config>[] = []

  beforeEach(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
    const start = () => createApp(configOn(database), { log: createLogger({ level: 'silent' }), jobs: false })
    instances = [await start(), await start()]
  })

  afterEach(async () => {
    for (const app of instances) await app.close()
    await database.remove()
  })

  const localOf = (turn: number) => {
    const app = instances[turn % instances.length]
    if (!app) throw new Error('there are two instances')
    return app.local
  }

  /** Alternates between both instances; counts each outcome. */
  async function together(count: number, call: (turn: number) => Promise<unknown>): Promise<Record<string, number>> {
    const outcomes = await Promise.all(
      Array.from({ length: count }, (_, turn) =>
        call(turn).then(
          () => 'done',
          (error: { code: string }) => error.code,
        ),
      ),
    )
    return Object.fromEntries(
      [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]),
    )
  }

  it('accept one of many writers with the same revision', async () => {
    const { id } = await localOf(0).collections.posts.create({ title: 'one' })
    const written = await together(WRITERS, (turn) =>
      localOf(turn).collections.posts.update(id, { title: `by ${turn}` }, { ifMatch: 1 }),
    )
    expect(written).toEqual({ done: 1, revision_conflict: WRITERS - 1 })
    expect((await localOf(0).collections.posts.versions(id)).docs.map(({ revision }) => revision)).toEqual([2, 1])
  })

  it('accept one of many different operations with the same revision', async () => {
    const { id } = await localOf(0).collections.posts.create({ title: 'one' })
    const ways = [
      (turn: number) => localOf(turn).collections.posts.update(id, { title: 'two' }, { ifMatch: 1 }),
      (turn: number) => localOf(turn).collections.posts.publish(id, { ifMatch: 1 }),
      (turn: number) => localOf(turn).collections.posts.restore(id, 1, { ifMatch: 1, draft: true }),
      (turn: number) => localOf(turn).collections.posts.restore(id, 1, { ifMatch: 1 }),
    ]
    const done = await together(40, async (turn) => ways[turn % ways.length]?.(turn))
    expect(done).toEqual({ done: 1, revision_conflict: 39 })
    const saved = await together(40, (turn) => localOf(turn).globals.site.update({ name: `${turn}` }, { ifMatch: 1 }))
    expect(saved).toEqual({ done: 1, revision_conflict: 39 })
  })

  it('publish once', async () => {
    const { id } = await localOf(0).collections.posts.create({ title: 'one' })
    expect(await together(20, (turn) => localOf(turn).collections.posts.publish(id))).toEqual({
      done: 1,
      invalid_state: 19,
    })
    const { _publishedRevision, revision } = await localOf(1).collections.posts.findOne(id, { draft: false })
    expect([_publishedRevision, revision]).toEqual([2, 2])
  })

  it('keep values unique over both copies of all documents', async () => {
    const { posts } = localOf(0).collections
    const documents: string[] = []
    for (let index = 0; index < 4; index += 1) documents.push((await posts.create({ title: `${index}` })).id)
    const slugs = ['a', 'b', 'c']
    await together(120, async (turn) => {
      const { posts: own } = localOf(turn).collections
      const id = documents[(turn * 7) % documents.length] ?? ''
      if (turn % 3 === 0) return own.publish(id)
      return own.update(id, { slug: slugs[(turn * 5) % slugs.length] ?? null })
    })
    const holders = new Map<string, Set<string>>()
    for (const draft of [true, false])
      for (const { id, slug } of (await posts.find({ draft, limit: 100 })).docs)
        if (slug !== null) holders.set(slug, (holders.get(slug) ?? new Set()).add(id))
    for (const ids of holders.values()) expect(ids.size).toBe(1)
  })

  it('never leave a copy that points to a deleted document', async () => {
    const { posts, topics } = localOf(0).collections
    for (let round = 0; round < 5; round += 1) {
      const { id: topic } = await topics.create({ name: 'T' })
      const { id: held } = await posts.create({ title: 'held' })
      const { id: lead } = await posts.create({ title: 'lead', lead: topic })
      await together(6, async (turn) => {
        const { collections } = localOf(turn)
        if (turn === 0) return collections.topics.delete(topic)
        if (turn === 1) return collections.posts.update(held, { held: topic })
        if (turn === 2) return collections.posts.publish(lead)
        if (turn === 3) return collections.posts.update(lead, { title: 'newer' })
        return collections.posts.publish(turn === 4 ? held : lead)
      })
      const isGone = (await topics.count({ where: { id: { equals: topic } } })).count === 0
      if (!isGone) continue
      const { reader } = instances[0]?.storage ?? {}
      expect(await reader?.referencesTo('topics', topic, 10)).toEqual([])
    }
  })
})
