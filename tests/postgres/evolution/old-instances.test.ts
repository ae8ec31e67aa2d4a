import { setImmediate } from 'node:timers/promises'
import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { type App, collection, createApp, createLogger, defineConfig, f, type QuireConfig } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'
import { access } from './evolving.ts'

const before = defineConfig({
  collections: {
    posts: collection({ fields: { title: f.text(), code: f.text() }, access }),
    pages: collection({ fields: { title: f.text() }, access }),
  },
})
const after = defineConfig({
  collections: {
    posts: collection({
      trash: true,
      fields: { title: f.text({ index: true }), code: f.text({ unique: true }), more: f.text() },
      access,
    }),
    sheets: collection({ renamedFrom: 'pages', fields: { title: f.text() }, access }),
  },
})

describeEachDatabase('instances of the old configuration, on %s', (dialect) => {
  async function start() {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    const apps: { close(): Promise<void> }[] = []
    onTestFinished(async () => {
      for (const app of apps) await app.close()
      await database.remove()
    })
    return async <Config extends QuireConfig>(config: Config): Promise<App<Config>> => {
      const log = createLogger({ level: 'silent' })
      const app = await createApp<Config>({ ...config, database: database.config }, { log, jobs: false })
      apps.push(app)
      return app
    }
  }

  it('continue while two new instances migrate, and lose no writes', async () => {
    const open = await start()
    const old = await open(before)
    const { posts } = old.local.collections
    const kept: string[] = []
    const migrated = new AbortController()
    const writing = (async () => {
      for (let number = 0; number < 500 && (!migrated.signal.aborted || number < 5); number += 1) {
        kept.push((await posts.create({ title: `${number}` })).id)
        // All instances share one thread here.
        await setImmediate()
      }
    })()
    const [one, other] = await Promise.all([open(after), open(after)])
    migrated.abort()
    await writing
    for (const { local } of [one, other]) {
      const found: string[] = []
      for await (const { id } of local.collections.posts.each()) found.push(id)
      expect(found.toSorted()).toEqual(kept.toSorted())
    }
    const [id = ''] = kept
    await one.local.collections.posts.update(id, { more: 'new' })
    expect(await posts.update(id, { title: 'old' })).toMatchObject({ title: 'old' })
    expect((await other.local.collections.posts.find({ where: { id: { equals: id } } })).docs).toMatchObject([
      { title: 'old', more: 'new' },
    ])
  })

  it('report conflicts: with a new unique index, and with a new name', async () => {
    const open = await start()
    const old = await open(before)
    await old.local.collections.posts.create({ code: 'a' })
    await old.local.collections.pages.create({ title: 'Page' })
    const { local } = await open(after)
    await expect(old.local.collections.posts.create({ code: 'a' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('newer configuration that the database was migrated for') as unknown,
    })
    await expect(old.local.collections.pages.create({ title: 'Lost' })).rejects.toMatchObject({ code: 'unavailable' })
    expect(await local.collections.posts.count()).toEqual({ count: 1 })
    expect((await local.collections.sheets.find()).docs).toMatchObject([{ title: 'Page' }])
  })
})
