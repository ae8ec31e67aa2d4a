// @module-tag release
import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { type App, collection, createApp, createLogger, defineConfig, f } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'
import { Outbox } from '../../engine/auth/mail.ts'

const INSTANCES = 3
const PLANS = 12

const everybody = () => true

const config = defineConfig({
  changes: true,
  collections: {
    users: collection({ auth: true, fields: {} }),
    posts: collection({
      versions: { drafts: true },
      fields: { title: f.text({ required: true }) },
      access: { read: everybody, readDrafts: everybody, create: everybody, publish: everybody },
    }),
  },
})

describeEachDatabase('scheduled actions that fail on several instances (%s)', (dialect) => {
  it('are reported once, and mailed once, whichever instance tries', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    const log = createLogger({ level: 'silent' })
    const mailer = new Outbox()
    const apps: App<typeof config>[] = []
    const told: string[] = []
    onTestFinished(async () => {
      for (const app of apps) await app.close()
      await database.remove()
    })
    for (let count = 0; count < INSTANCES; count += 1) {
      const app = await createApp({ ...config, database: database.config }, { log, mailer })
      app.on('document.scheduleFailed', ({ id }) => told.push(id))
      apps.push(app)
    }
    const [first] = apps
    if (!first) throw new Error('there are instances')
    const { id } = await first.local.asSystem().auth.users.createUser({
      data: { email: 'ada@example.com' },
      password: 'correct horse',
    })
    const { posts } = first.local.as({ id, collection: 'users', email: 'ada@example.com' }).collections
    const runAt = new Date(Date.now() + 2_000)
    const ids: string[] = []
    for (let count = 0; count < PLANS; count += 1) {
      const draft = await posts.create({})
      await posts.schedule(draft.id, { runAt })
      ids.push(draft.id)
    }
    const { records } = first.storage.reader
    await expect.poll(() => records.count('jobs', { status: 'failed' })).toBe(PLANS)
    await expect.poll(() => mailer.sent.length).toBe(PLANS)
    await expect.poll(() => records.count('mails', {})).toBe(0)
    expect(told.toSorted()).toEqual(ids.toSorted())
    expect(mailer.sent).toHaveLength(PLANS)
    const failures = await records.find('changes', { event: 'document.scheduleFailed' })
    expect(failures.map(({ documentId }) => String(documentId)).toSorted()).toEqual(ids.toSorted())
  })
})
