import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeEachDatabase } from '@quirecms/testkit'
import { type Actor, collection, disk, f, global } from 'quirecms'
import { expect, it, onTestFinished } from 'vitest'
import { access, evolving, get, pendingSteps } from './evolving.ts'

const DATE = '2099-01-01T00:00:00.000Z'

describeEachDatabase('renamedFrom of collections and globals (%s)', (dialect) => {
  const database = evolving(dialect)
  const users = { auth: true, fields: { name: f.text() }, access } as const
  const siteAccess = { read: access.read, update: access.update, readVersions: access.read, publish: access.publish }

  function configuration(names: { posts: string; people: string; site: string }, renamed: boolean) {
    const from = (name: string) => (renamed ? { renamedFrom: name } : {})
    return {
      admin: { users: names.people },
      collections: {
        [names.people]: collection({ ...users, ...from('people') }),
        notes: collection({
          versions: true,
          fields: {
            about: f.relationship({ to: [names.posts, 'notes'], many: true, onDelete: 'clear' }),
            one: f.relationship({ to: names.posts, onDelete: 'restrict' }),
          },
          access,
        }),
        [names.posts]: collection({
          versions: { drafts: true },
          trash: true,
          search: { fields: { text: 1 } },
          fields: {
            title: f.text({ unique: true }),
            views: f.number({ index: true }),
            text: f.textarea(),
            next: f.relationship({ to: names.posts }),
            notes: f.join({ collection: 'notes', on: 'one' }),
          },
          access,
          ...from('posts'),
        }),
      },
      globals: {
        [names.site]: global({
          versions: true,
          fields: { name: f.text(), first: f.relationship({ to: names.posts }) },
          access: siteAccess,
          ...from('site'),
        }),
      },
    }
  }
  const old = { posts: 'posts', people: 'people', site: 'site' }
  const fresh = { posts: 'articles', people: 'staff', site: 'settings' }

  it('moves the scheduled actions of a global', async () => {
    const named = (slug: string, from: object = {}) => ({
      collections: { site: collection({ versions: { drafts: true }, fields: { title: f.text() } }) },
      globals: { [slug]: global({ versions: { drafts: { schedule: true } }, fields: { name: f.text() }, ...from }) },
    })
    const first = (await database.open(named('site'))).local.asSystem()
    const { id } = await first.global('site').schedule({ runAt: DATE })
    const { id: document } = await first.collection('site').create({})
    await first.collection('site').schedule(document, { runAt: DATE })
    const second = (await database.open(named('settings', { renamedFrom: 'site' }))).local.asSystem()
    expect((await second.global('settings').scheduled()).docs).toMatchObject([
      { id, global: 'settings', documentId: 'settings', status: 'pending' },
    ])
    expect((await second.collection('site').scheduled(document)).docs).toHaveLength(1)
  })

  it('moves the content and everything that belongs to it', { tags: ['release'] }, async () => {
    const first = await database.open(configuration(old, false))
    const credentials = { email: 'a@example.org', password: 'correct horse battery' }
    const { id: user } = await first.local.asSystem().auth.people.createUser({
      data: { email: credentials.email },
      password: credentials.password,
    })
    const actor: Actor = { collection: 'people', id: user }
    const local = first.local.as(actor)
    const { id } = await local.collections.posts.create({ title: 'One', views: 1, text: 'words to find' })
    await local.collections.posts.publish(id)
    const { id: draft } = await local.collections.posts.create({ title: 'Draft', next: id })
    const { id: job } = await local.collections.posts.schedule(draft, { runAt: DATE })
    await local.collections.posts.lock(draft)
    const about = [{ relationTo: 'posts', value: id }]
    const { id: note } = await local.collections.notes.create({ about, one: id })
    await local.globals.site.update({ name: 'Mine', first: id })
    const { token: preview } = await local.globals.site.previewToken()
    await local.account.writePreference('view', { value: { dense: true } })
    const { token } = await first.local.auth.people.login(credentials)

    const second = await database.open(configuration(fresh, true))
    expect(await pendingSteps(second)).toEqual([])
    const steps = (await second.storage.migrations.status()).applied.map(({ description }) => description)
    expect(steps).toEqual(
      expect.arrayContaining(['rename collection posts to articles', 'rename global site to settings']),
    )
    const now = second.local.as({ collection: 'staff', id: user })
    const { articles, notes } = now.collections
    expect(await articles.findOne(id, { draft: false })).toMatchObject({
      title: 'One',
      revision: 2,
      notes: { docs: [note] },
    })
    expect(await articles.findOne(draft)).toMatchObject({ title: 'Draft', next: id, _status: 'draft' })
    expect((await articles.versions(id)).docs).toMatchObject([
      { revision: 2, createdBy: { collection: 'staff', id: user } },
      { revision: 1 },
    ])
    expect((await articles.scheduled(draft)).docs).toMatchObject([{ id: job, createdBy: { collection: 'staff' } }])
    expect(await articles.readLock(draft)).toMatchObject({ lock: { mine: true } })
    expect(await notes.findOne(note)).toMatchObject({ about: [{ relationTo: 'articles', value: id }], one: id })
    expect(await notes.version(note, 1)).toMatchObject({ data: { about: [{ relationTo: 'articles', value: id }] } })
    expect((await articles.find({ search: 'words', draft: false })).docs).toMatchObject([{ id }])
    await expect(articles.delete(id)).rejects.toMatchObject({ code: 'referenced' })
    await expect(articles.create({ title: 'One' })).rejects.toMatchObject({ code: 'validation' })
    expect(await now.globals.settings.get()).toMatchObject({ name: 'Mine', first: id, revision: 2 })
    expect((await now.globals.settings.versions()).docs).toHaveLength(2)
    const previewed = new Request('http://localhost/api/preview/globals/settings', {
      headers: { authorization: `Bearer ${preview}` },
    })
    expect((await second.fetch(previewed)).status).toBe(200)
    expect(await now.account.readPreference('view')).toMatchObject({ value: { dense: true } })
    const me = await second.fetch(
      new Request('http://localhost/api/auth/me', { headers: { authorization: `Session ${token}` } }),
    )
    expect(await me.json()).toMatchObject({ user: { id: user } })
    expect((await get(second, '/collections/articles?sort=views&draft=false')).docs).toMatchObject([{ id }])
    const { applied } = await second.storage.migrations.status()
    const third = await database.open(configuration(fresh, true))
    expect((await third.storage.migrations.status()).applied).toEqual(applied)
    expect(await pendingSteps(third)).toEqual([])
  })

  it('replaces an empty one, and never one with content', async () => {
    const plain = { fields: { title: f.text() }, access } as const
    const globals = { site: global({ fields: { name: f.text() }, access: siteAccess }) }
    const first = await database.open({ collections: { posts: collection(plain) }, globals })
    const { id } = await first.local.collections.posts.create({ title: 'One' })
    await first.local.globals.site.update({ name: 'Mine' })
    // As when a slug is changed first, and `renamedFrom` is added later.
    const settings = global({ fields: { name: f.text() }, access: siteAccess })
    const second = await database.open({ collections: { articles: collection(plain) }, globals: { settings } })
    expect(await pendingSteps(second)).toEqual([
      'drop table posts: 1 document !',
      'drop table global:site: 1 document !',
    ])
    const renamed = {
      collections: { articles: collection({ ...plain, renamedFrom: 'posts' }) },
      globals: { settings: global({ fields: { name: f.text() }, access: siteAccess, renamedFrom: 'site' }) },
    }
    const third = await database.open(renamed)
    expect(await third.local.collections.articles.findOne(id)).toMatchObject({ title: 'One' })
    expect(await third.local.globals.settings.get()).toMatchObject({ name: 'Mine' })
    expect(await pendingSteps(third)).toEqual([])
    const fourth = await database.open({ collections: { posts: collection(plain), articles: collection(plain) } })
    await fourth.local.collections.posts.create({ title: 'Two' })
    const failure = await database.open(renamed).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'conflict', message: expect.stringContaining('both have content') })
  })

  it('moves files with their URLs', async () => {
    const root = await mkdtemp(join(tmpdir(), 'quire-renamed-'))
    onTestFinished(() => rm(root, { recursive: true }))
    const storage = disk('./uploads')
    const media = { upload: true, versions: true, fields: { alt: f.text() }, access } as const
    const first = await database.open({ storage, collections: { media: collection(media) } }, { root })
    const form = new FormData()
    form.set('file', new File(['hello'], 'hello.txt', { type: 'text/plain' }))
    const address = 'http://localhost/api/collections/media'
    const sent = await first.fetch(new Request(address, { method: 'POST', body: form }))
    const { doc } = (await sent.json()) as { doc: { id: string; url: string } }
    expect(doc.url).toMatch(/^\/api\/uploads\/media\//)
    const files = collection({ ...media, renamedFrom: 'media' })
    const second = await database.open({ storage, collections: { files } }, { root })
    const { url } = await second.local.collections.files.findOne(doc.id)
    expect(url).toBe(doc.url.replace('/media/', '/files/'))
    expect(await second.local.collections.files.version(doc.id, 1)).toMatchObject({ data: { url } })
    expect(await (await second.fetch(new Request(`http://localhost${url}`))).text()).toBe('hello')
    await second.local.collections.files.delete(doc.id)
    expect((await second.fetch(new Request(`http://localhost${url}`))).status).toBe(404)
  })

  it('moves fields and collections together, and reports problems before anything is changed', async () => {
    const first = await database.open({
      collections: { posts: collection({ fields: { title: f.text(), other: f.text() }, access }) },
    })
    const { id } = await first.local.collections.posts.create({ title: 'One', other: 'Two' })
    const articles = (other: object) =>
      collection({
        fields: { headline: f.text({ renamedFrom: 'title' }), ...other },
        access,
        renamedFrom: 'posts',
        trash: true,
      })
    const failure = await database
      .open({
        collections: {
          articles: collection({ fields: { other: f.text({ renamedFrom: 'title' }) }, access, renamedFrom: 'posts' }),
        },
      })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'conflict', message: expect.stringContaining(id) })
    const second = await database.open({ collections: { articles: articles({ other: f.text() }) } })
    expect(await second.local.collections.articles.findOne(id)).toMatchObject({ headline: 'One', other: 'Two' })
  })
})
