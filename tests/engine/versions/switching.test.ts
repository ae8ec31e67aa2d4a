import { DatabaseSync } from 'node:sqlite'
import { createTestDatabase, describeEachDatabase, must, type TestDatabase } from '@quirecms/testkit'
import { type App, collection, createApp, createLogger, defineConfig, f, global, type VersionsConfig } from 'quirecms'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody, publish: everybody }

/** Drafts and versions are switched on and off; stored data stays. */
describeEachDatabase('switching drafts and versions on and off (%s)', (dialect) => {
  let database: TestDatabase
  const opened: App[] = []

  beforeEach(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
  })

  afterEach(async () => {
    for (const app of opened.splice(0)) await app.close()
    await database.remove()
  })

  async function open(versions?: VersionsConfig) {
    for (const app of opened.splice(0)) await app.close()
    const config = defineConfig({
      database: database.config,
      collections: {
        people: collection({ fields: { name: f.text() }, access }),
        posts: collection({
          ...(versions && { versions }),
          trash: true,
          fields: {
            title: f.text({ required: true }),
            slug: f.text({ unique: true }),
            author: f.relationship({ to: 'people', onDelete: 'restrict' }),
          },
          access: { ...access, readVersions: everybody },
        }),
      },
      globals: {
        site: global({
          ...(versions && { versions }),
          fields: { name: f.text({ default: 'Site' }) },
          access: { read: everybody, update: everybody, publish: everybody, readVersions: everybody },
        }),
      },
    })
    const app = await createApp(config, { log: createLogger({ level: 'silent' }), jobs: false })
    opened.push(app as unknown as App)
    // oxlint-disable-next-line typescript/no-explicit-any -- what a configuration enables is not known to its types here, since it differs from start to start
    return app as any
  }

  it('keeps live content live', async () => {
    const plain = await open()
    const { people, posts } = plain.local.collections
    const { id: author } = await people.create({ name: 'Ann' })
    const { id } = await posts.create({ title: 'One', slug: 'one', author })
    await posts.update(id, { title: 'Two' })
    const { id: thrown } = await posts.create({ title: 'Thrown' })
    await posts.delete(thrown)
    await plain.local.globals.site.update({ name: 'Mine' })

    const drafted = await open({ drafts: true })
    const now = drafted.local.collections.posts
    const state = { title: 'Two', revision: 2, _status: 'published', _publishedRevision: 2 }
    expect(await now.findOne(id)).toMatchObject(state)
    expect(await drafted.local.asSystem().collections.posts.findOne(id)).toMatchObject(state)
    expect((await now.versions(id)).docs).toMatchObject([{ revision: 2, _status: 'published', data: { title: 'Two' } }])
    expect(await drafted.local.globals.site.get()).toMatchObject({ name: 'Mine', _status: 'published' })
    await now.update(id, { title: 'Three', author: null })
    expect(await now.findOne(id)).toMatchObject({ title: 'Two', author })
    // The live copy still points there, and the trash holds no live copy.
    await expect(drafted.local.collections.people.delete(author)).rejects.toMatchObject({ code: 'referenced' })
    await expect(now.findOne(thrown)).rejects.toMatchObject({ code: 'not_found' })
    await now.restoreDeleted(thrown)
    expect(await now.findOne(thrown)).toMatchObject({ title: 'Thrown' })
  })

  it('publishes no draft by switching drafts off', async () => {
    const drafted = await open({ drafts: true })
    const { id } = await drafted.local.collections.posts.create({ title: 'Secret' })
    await drafted.local.globals.site.publish()
    await expect(open()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(id) })
    const again = await open({ drafts: true })
    await again.local.collections.posts.publish(id)
    const plain = await open()
    expect(await plain.local.collections.posts.findOne(id)).toMatchObject({ title: 'Secret', revision: 2 })
    expect(await plain.local.collections.posts.findOne(id)).not.toHaveProperty('_status')
    const { pending } = await plain.storage.migrations.status()
    expect(pending.every(({ destructive }: { destructive: boolean }) => destructive)).toBe(true)
  })

  it('does not bring old copies back when drafts are switched on again', async () => {
    const drafted = await open({ drafts: true })
    const { id } = await drafted.local.collections.posts.create({ title: 'Old' })
    await drafted.local.collections.posts.publish(id)
    await drafted.local.globals.site.publish()
    const plain = await open()
    await plain.local.collections.posts.update(id, { title: 'New' })
    const again = await open({ drafts: true })
    expect(await again.local.collections.posts.findOne(id)).toMatchObject({ title: 'New', revision: 3 })
    const { docs } = await again.local.asSystem().collections.posts.versions(id)
    expect(docs.map(({ revision }: { revision: number }) => revision)).toEqual([3, 2, 1])
  })

  it.runIf(dialect === 'sqlite')('treats snapshots from before autosaves as manual saves', async () => {
    const before = await open({ drafts: { autosave: true } })
    const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'people' }
    const { id } = await before.local.as(ann).collections.posts.create({ title: 'One' })
    await before.local.as(ann).collections.posts.update(id, { title: 'Two' }, { autosave: true })
    for (const app of opened.splice(0)) await app.close()
    const file = new DatabaseSync(must(database.config.dialect === 'sqlite' ? database.config.path : null, 'path'))
    for (const [name, column] of [
      ['name', 'name'],
      ['autosaveSince', 'autosave_since'],
      ['keptFor', 'kept_for'],
    ] as const) {
      file.exec(`alter table "rec_posts:versions" drop column ${column}`)
      file.prepare("delete from quire_schema where table_name = 'posts:versions' and name = ?").run(name)
    }
    file.close()
    const after = await open({ drafts: { autosave: true } })
    const { posts } = after.local.asSystem().collections
    await after.local.as(ann).collections.posts.update(id, { title: 'Three' }, { autosave: true })
    expect((await posts.versions(id)).docs).toMatchObject([
      { revision: 3, autosave: true, name: null },
      { revision: 2, autosave: false, name: null },
      { revision: 1, autosave: false, name: null },
    ])
    expect(await posts.nameVersion(id, 2, { name: 'Older' })).toMatchObject({ name: 'Older' })
  })

  it('keeps history until its table is dropped', async () => {
    const versioned = await open({ max: 10 })
    const { id } = await versioned.local.collections.posts.create({ title: 'One' })
    const plain = await open()
    await plain.local.collections.posts.update(id, { title: 'Two' })
    await plain.migrate({ destructive: true })
    const again = await open({ max: 10 })
    const { docs } = await again.local.collections.posts.versions(id)
    expect(docs).toMatchObject([{ revision: 2, createdBy: null, data: { title: 'Two' } }])
  })
})
