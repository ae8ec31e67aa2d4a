import { exportLines, importLines } from '@quirecms/features/commands'
import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { collection, createApp, defineConfig, f, global } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'

const everybody = () => true
const access = { read: everybody, update: everybody }
const users = collection({ auth: true, fields: {}, access: { read: everybody } })
const before = defineConfig({
  collections: { users, posts: collection({ comments: true, fields: { title: f.text() }, access }) },
  globals: { site: global({ comments: true, fields: { name: f.text() }, access }) },
})
const after = defineConfig({
  collections: {
    people: { ...users, renamedFrom: 'users' },
    pages: collection({ comments: true, renamedFrom: 'posts', fields: { title: f.text() }, access }),
  },
  globals: { settings: global({ comments: true, renamedFrom: 'site', fields: { name: f.text() }, access }) },
})

describeEachDatabase('comments on documents (%s)', (dialect) => {
  async function emptyDatabase() {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    onTestFinished(() => database.remove())
    return database.config
  }

  /** A document and a global, each with a comment that mentions its own author. */
  async function seeded(database: Awaited<ReturnType<typeof emptyDatabase>>) {
    const app = await createApp(
      { ...before, database },
      { jobs: false, migrate: true, mailer: { send: async () => undefined } },
    )
    const system = app.local.asSystem()
    const { id: userId } = await system.auth.users.createUser({
      data: { email: 'ada@example.com' },
      password: 'correct horse',
    })
    const ada = app.local.as({ id: userId, collection: 'users', email: 'ada@example.com' })
    const { id } = await system.collections.posts.create({ title: 'Moved' })
    const mentions = [{ collection: 'users', id: userId }]
    const comment = await ada.collections.posts.comment(id, { body: 'Text', field: 'title', mentions })
    await ada.collections.posts.resolveComment(id, comment.id)
    await ada.globals.site.comment({ body: 'Of the site', mentions })
    return { app, id, userId }
  }

  it('follow renamed collections and globals', async () => {
    const database = await emptyDatabase()
    const { app: first, id, userId } = await seeded(database)
    await first.close()
    const app = await createApp({ ...after, database }, { jobs: false, migrate: true })
    onTestFinished(() => app.close())
    const ada = app.local.as({ id: userId, collection: 'people', email: 'ada@example.com' })
    const user = { collection: 'people', id: userId }
    expect((await ada.collections.pages.comments(id)).docs).toMatchObject([
      { body: 'Text', field: 'title', author: user, mentions: [user], resolvedBy: user },
    ])
    expect((await ada.globals.settings.comments()).docs).toMatchObject([
      { body: 'Of the site', author: user, mentions: [user] },
    ])
  })

  it('are exported with their document only', async () => {
    const { app: from, id, userId } = await seeded(await emptyDatabase())
    onTestFinished(() => from.close())
    const exported = async (slugs?: readonly string[]) => {
      const lines: string[] = []
      const options = { secrets: true, files: false, ...(slugs && { slugs }) }
      for await (const line of exportLines(runtimeOf(from), options)) lines.push(line)
      return lines
    }
    expect((await exported(['users'])).join('')).not.toContain('Text')
    expect((await exported(['posts'])).join('')).not.toContain('Of the site')
    const to = await createApp({ ...before, database: await emptyDatabase() }, { jobs: false, migrate: true })
    onTestFinished(() => to.close())
    const lines = await exported()
    await importLines(
      runtimeOf(to),
      (async function* all() {
        yield* lines
      })(),
      { merge: false },
    )
    const ada = (app: typeof to) => app.local.as({ id: userId, collection: 'users', email: 'ada@example.com' })
    expect(await ada(to).collections.posts.comments(id)).toEqual(await ada(from).collections.posts.comments(id))
    expect(await ada(to).globals.site.comments()).toEqual(await ada(from).globals.site.comments())
  })
})
