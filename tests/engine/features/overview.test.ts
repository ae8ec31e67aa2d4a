import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onEachDatabase } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, disk, f, global } from 'quirecms'
import { createClient } from '@quirecms/sdk'
import { afterAll, expect, it } from 'vitest'

const everybody = () => true
const staffOnly = ({ actor }: RuleArguments) => actor !== null
const bossOnly = ({ actor }: RuleArguments) => actor?.['role'] === 'boss'

const config = defineConfig({
  collections: {
    posts: collection({
      fields: { title: f.text(), body: f.text(), secret: f.checkbox() },
      search: { fields: { title: 4, body: 1 } },
      versions: { drafts: true },
      trash: true,
      access: {
        read: ({ actor }) => (actor ? true : { secret: { not_equals: true } }),
        create: staffOnly,
        update: staffOnly,
        delete: staffOnly,
        publish: staffOnly,
        readDrafts: staffOnly,
      },
    }),
    pages: collection({ fields: { name: f.text() }, access: { read: everybody } }),
    drawer: collection({
      fields: { title: f.text() },
      access: { read: bossOnly, create: bossOnly, update: bossOnly, delete: bossOnly },
    }),
    // A caller who may not read the title must not find documents by it.
    people: collection({
      fields: { name: f.text({ access: { read: staffOnly } }), nick: f.text() },
      access: { read: everybody },
    }),
    numbers: collection({ fields: { value: f.number() }, access: { read: everybody } }),
  },
  globals: {
    settings: global({ fields: { name: f.text() }, access: { read: everybody, update: bossOnly } }),
    news: global({
      fields: { text: f.text() },
      versions: { drafts: { schedule: true } },
      access: { read: everybody, update: bossOnly, publish: bossOnly },
    }),
    // A caller who may publish but not read it finds nothing.
    sealed: global({
      fields: { text: f.text() },
      versions: { drafts: { schedule: true } },
      access: { read: bossOnly, update: bossOnly, publish: staffOnly },
    }),
    vault: global({ fields: { name: f.text() }, access: { read: bossOnly, update: bossOnly } }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'writer' }
const boss = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'boss' }

onEachDatabase('operations on the whole application', { config, actors: { ann, boss } }, (app) => {
  const system = () => app().app.local.asSystem().collections

  it('return the rights of the caller everywhere, and nothing about closed entities', async () => {
    const stranger = (await app().request('POST', '/api/access', { body: {} })).body
    expect(Object.keys(stranger.collections).toSorted()).toEqual(['numbers', 'pages', 'people', 'posts'])
    expect(Object.keys(stranger.globals)).toEqual(['settings'])
    expect(stranger.collections.posts.operations).toMatchObject({ read: true, create: false, readDrafts: false })
    expect(stranger.globals.settings.operations).toMatchObject({ read: true, update: false })
    const ofBoss = (await app().request('POST', '/api/access', { as: 'boss', body: {} })).body
    expect(Object.keys(ofBoss.collections)).toContain('drawer')
    expect(ofBoss.globals.vault.operations).toMatchObject({ read: true, update: true })
  })

  it('return the same rights as those of one collection or global', async () => {
    for (const as of [undefined, 'ann', 'boss']) {
      const all = (await app().request('POST', '/api/access', { as, body: {} })).body
      for (const [kind, slugs] of [
        ['collections', ['posts', 'pages', 'drawer', 'people', 'numbers']],
        ['globals', ['settings', 'news', 'vault']],
      ] as const) {
        for (const slug of slugs) {
          const one = (await app().request('POST', `/api/access/${kind}/${slug}`, { as, body: {} })).body
          const isOpen = Object.values(one.operations).includes(true)
          expect([slug, all[kind][slug]?.operations]).toEqual([slug, isOpen ? one.operations : undefined])
        }
      }
    }
  })

  it('count the documents in each list, and omit collections that the caller may not list', async () => {
    const { id } = await system().posts.create({ title: 'Live' })
    await system().posts.publish(id)
    await system().posts.create({ title: 'Draft' })
    const hidden = await system().posts.create({ title: 'Secret', secret: true })
    await system().posts.publish(hidden.id)
    const thrown = await system().posts.create({ title: 'Gone' })
    await system().posts.delete(thrown.id)
    await system().drawer.create({ title: 'x' })
    const counts = async (as: string | undefined, query = '') =>
      (await app().request('GET', `/api/counts${query}`, { as })).body.counts
    expect(await counts(undefined)).toEqual({ posts: 1, pages: 0, people: 0, numbers: 0 })
    expect(await counts('ann')).toEqual({ posts: 3, pages: 0, people: 0, numbers: 0 })
    expect(await counts('ann', '?draft=false')).toEqual({ posts: 2, pages: 0, people: 0, numbers: 0 })
    expect(await counts('boss')).toMatchObject({ drawer: 1 })
    expect(await counts('ann', '?trash=true')).toEqual({ posts: 1 })
    // A caller who may not count drafts does not learn that there are any.
    expect(await counts(undefined, '?draft=true')).toEqual({ pages: 0, people: 0, numbers: 0 })
  })

  it('search documents of all collections, exact titles first, under the rules of each', async () => {
    await system().posts.create({ title: 'Apple pie, and an apple', body: 'apple apple' })
    await system().posts.create({ title: 'apple' })
    await system().posts.create({ title: 'Other', body: 'An apple a day' })
    await system().pages.create({ name: 'Apple' })
    await system().pages.create({ name: 'Green apple' })
    await system().drawer.create({ title: 'Apple' })
    await system().people.create({ name: 'Apple', nick: 'apple' })
    const titles = async (as: string | undefined, query: string) => {
      const { results } = (await app().request('GET', `/api/search?${query}`, { as })).body
      return results.map((one: Record<string, string>) => `${one['collection']}: ${one['title']}`)
    }
    expect(await titles('ann', 'q=APPLE')).toEqual([
      'posts: apple',
      'pages: Apple',
      'people: Apple',
      'posts: Apple pie, and an apple',
      'pages: Green apple',
      'posts: Other',
    ])
    expect(await titles('ann', 'q=apple&limit=2')).toEqual(['posts: apple', 'pages: Apple'])
    expect(await titles('ann', 'q=apple&collections=pages,drawer')).toEqual(['pages: Apple', 'pages: Green apple'])
    expect(await titles('boss', 'q=apple&collections=drawer')).toEqual(['drawer: Apple'])
    expect(await titles(undefined, 'q=apple')).toEqual(['pages: Apple', 'pages: Green apple'])
  })

  it('list recently changed documents of all collections, under the rules of each', async () => {
    const live = await system().posts.create({ title: 'Live' })
    await system().posts.publish(live.id)
    const page = await system().pages.create({ name: 'A page' })
    const draft = await system().posts.create({ title: 'Draft' })
    const hidden = await system().posts.create({ title: 'Secret', secret: true })
    await system().posts.publish(hidden.id)
    const thrown = await system().posts.create({ title: 'Gone' })
    await system().posts.delete(thrown.id)
    await system().drawer.create({ title: 'Of the boss' })
    await system().people.create({ name: 'Pia', nick: 'p' })
    const number = await system().numbers.create({ value: 1 })
    const named = async (as: string | undefined, query = '') => {
      const { results } = (await app().request('GET', `/api/documents${query}`, { as })).body
      return results.map((one: Record<string, string>) => `${one['collection']}: ${one['title']}`)
    }
    expect(await named('ann')).toEqual([
      'numbers: null',
      'people: Pia',
      'posts: Secret',
      'posts: Draft',
      'pages: A page',
      'posts: Live',
    ])
    // A caller without the title gets none; drafts and secret documents are neither named nor counted.
    expect(await named(undefined)).toEqual(['numbers: null', 'people: null', 'pages: A page', 'posts: Live'])
    expect(await named(undefined, '?limit=4&status=published')).toEqual(['posts: Live'])
    expect(await named(undefined, '?status=draft')).toEqual([])
    expect(await named('boss')).toContain('drawer: Of the boss')
    expect(await named('ann', '?status=draft')).toEqual(['posts: Draft'])
    expect(await named('ann', '?status=published&limit=1')).toEqual(['posts: Secret'])
    expect(await named('ann', '?draft=false&collections=posts')).toEqual(['posts: Secret', 'posts: Live'])
    const ids = [`posts/${live.id}`, `pages/${page.id}`, `posts/${draft.id}`, `numbers/${number.id}`]
    expect(await named('ann', `?ids=${ids.join()}`)).toEqual([
      'numbers: null',
      'posts: Draft',
      'pages: A page',
      'posts: Live',
    ])
    expect(await named(undefined, `?ids=${ids.join()},posts/${hidden.id},posts/nothing`)).toEqual([
      'numbers: null',
      'pages: A page',
      'posts: Live',
    ])
    const [first] = (await app().request('GET', '/api/documents?status=draft', { as: 'ann' })).body.results
    expect(first).toEqual({
      collection: 'posts',
      id: draft.id,
      title: 'Draft',
      updatedAt: expect.any(String),
      _status: 'draft',
      _publishedRevision: null,
    })
  })

  it('list scheduled actions, soonest first, for users who may publish', async () => {
    const first = await system().posts.create({ title: 'First' })
    const second = await system().posts.create({ title: 'Second' })
    const later = await system().posts.schedule(second.id, { runAt: '2990-03-01T00:00:00.000Z' })
    await system().posts.schedule(first.id, { runAt: '2990-01-01T00:00:00.000Z' })
    await system().posts.schedule(first.id, { runAt: '2990-02-01T00:00:00.000Z', action: 'unpublish' })
    const globals = app().app.local.asSystem().globals
    await globals.news.schedule({ runAt: '2990-01-15T00:00:00.000Z' })
    await globals.sealed.schedule({ runAt: '2990-04-01T00:00:00.000Z' })
    const planned = async (as: string | undefined, query = '') => {
      const { results } = (await app().request('GET', `/api/schedule${query}`, { as })).body
      return results.map((one: Record<string, string>) => `${one['action']} ${one['title'] ?? one['global']}`)
    }
    const all = ['publish First', 'publish news', 'unpublish First', 'publish Second', 'publish sealed']
    expect(await planned('boss')).toEqual(all)
    expect(await planned('ann')).toEqual(['publish First', 'unpublish First', 'publish Second'])
    expect(await planned(undefined)).toEqual([])
    expect(await planned('boss', '?limit=2')).toEqual(all.slice(0, 2))
    const span = '?from=2990-01-15T00:00:00Z&until=2990-03-01T00:00:00Z'
    expect(await planned('boss', span)).toEqual(['publish news', 'unpublish First'])
    expect(await planned('boss', '?from=2990-03-01T00:00:00%2B00:00')).toEqual(['publish Second', 'publish sealed'])
    await system().posts.cancelScheduled(second.id, later.id)
    expect(await planned('boss')).toEqual([...all.slice(0, 3), 'publish sealed'])
    const { results } = (await app().request('GET', '/api/schedule?limit=1', { as: 'boss' })).body
    expect(results).toEqual([
      {
        id: expect.any(String),
        collection: 'posts',
        documentId: first.id,
        action: 'publish',
        runAt: '2990-01-01T00:00:00.000Z',
        status: 'pending',
        revision: 1,
        error: null,
        issues: [],
        title: 'First',
      },
    ])
  })

  it('return a whole start page, each part equal to its own operation', async () => {
    await system().posts.create({ title: 'Unseen' })
    const live = await system().posts.create({ title: 'Live' })
    await system().posts.publish(live.id)
    await system().drawer.create({ title: 'Hidden' })
    await system().posts.schedule(live.id, { runAt: '2990-01-01T00:00:00.000Z', action: 'unpublish' })
    const ask = async (path: string, as?: string) => (await app().request('GET', path, { as })).body
    for (const as of ['boss', 'ann', undefined]) {
      const start = await ask('/api/start?draft=newest', as)
      const { body: access } = await app().request('POST', '/api/access', { as, body: {} })
      expect(start).toEqual({
        access,
        counts: (await ask('/api/counts?draft=newest', as)).counts,
        kept: [],
        newest: (await ask('/api/documents?draft=newest', as)).results,
        drafts: (await ask('/api/documents?status=draft&draft=newest', as)).results,
        published: (await ask('/api/documents?status=published&draft=newest', as)).results,
        planned: (await ask('/api/schedule', as)).results,
        failed: (await ask('/api/schedule?failed=true', as)).results,
      })
      expect(JSON.stringify(start).includes('Hidden')).toBe(as === 'boss')
      expect(JSON.stringify(start).includes('Unseen')).toBe(as !== undefined)
    }
    const some = await ask('/api/start?collections=pages&limit=1', 'boss')
    expect(some.newest).toEqual([])
    expect(Object.keys(some.counts)).toContain('posts')
  })

  it('refuse invalid parameters', async () => {
    for (const [path, named] of [
      ['start?collections=nope', 'collections'],
      ['documents?ids=posts', 'ids'],
      ['documents?ids=nope/1', 'ids'],
      ['documents?ids=', 'ids'],
      [`documents?ids=${Array.from({ length: 101 }, () => 'posts/1').join()}`, 'ids'],
      ['documents?status=live', 'status'],
      ['documents?collections=nope', 'collections'],
      ['documents?limit=0', 'limit'],
      ['documents?where={}', 'where'],
      ['schedule?from=yesterday', 'from'],
      ['schedule?until=2990-02-30T00:00:00Z', 'until'],
      ['schedule?page=2', 'page'],
    ] as const) {
      const answer = await app().request('GET', `/api/${path}`)
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 400, 'invalid_query'])
      expect(answer.body.error.issues[0].path).toBe(named)
    }
    for (const [query, path] of [
      ['', 'q'],
      ['q=', 'q'],
      ['q=x&collections=nope', 'collections'],
      // It has no searchable fields.
      ['q=x&collections=numbers', 'collections'],
      ['q=x&limit=101', 'limit'],
      ['q=x&other=1', 'other'],
    ]) {
      const answer = await app().request('GET', `/api/search?${query}`)
      expect([query, answer.status, answer.body.error.code]).toEqual([query, 400, 'invalid_query'])
      expect(answer.body.error.issues[0].path).toBe(path)
    }
    const all = await app().request('GET', '/api/search?q=&collections=nope,pages,numbers&limit=0&other=1')
    expect(all.body.error.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'collections',
      'collections',
      'limit',
      'other',
      'q',
    ])
    expect((await app().request('POST', '/api/access', { body: { id: 'x' } })).status).toBe(422)
    expect((await app().request('GET', '/api/counts?where={}')).status).toBe(400)
  })

  it('return the same in process and to the client', async () => {
    await system().pages.create({ name: 'Apple' })
    const client = createClient<typeof config>({ baseUrl: app().url, fetch: app().fetchAs('ann') })
    const local = app().app.local.as(ann)
    expect(await client.access()).toEqual(await local.access())
    expect(await client.counts({ draft: false })).toEqual(await local.counts({ draft: false }))
    const [found] = (await client.search({ q: 'apple', collections: 'pages' })).results
    expect(found).toEqual((await local.search({ q: 'apple', collections: 'pages' })).results[0])
    expect(found).toMatchObject({ collection: 'pages', title: 'Apple' })
    const documents = await client.documents({ limit: 5 })
    expect(documents).toEqual(await local.documents({ limit: 5 }))
    expect(documents.results).toMatchObject([{ collection: 'pages', title: 'Apple' }])
    const { id } = await system().posts.create({ title: 'Later' })
    await system().posts.schedule(id, { runAt: '2990-01-01T00:00:00.000Z' })
    const planned = await client.scheduledAll({ from: '2989-01-01T00:00:00.000Z' })
    expect(planned).toEqual(await local.scheduledAll({ from: '2989-01-01T00:00:00.000Z' }))
    expect(planned.results).toMatchObject([{ collection: 'posts', title: 'Later', action: 'publish' }])
  })
})

const pictures = mkdtempSync(join(tmpdir(), 'quire-overview-'))
afterAll(() => rmSync(pictures, { recursive: true }))

const withFiles = defineConfig({
  storage: disk(pictures),
  collections: {
    media: collection({
      upload: true,
      fields: { title: f.text() },
      access: { read: everybody, create: everybody },
    }),
    prints: collection({
      upload: true,
      admin: { title: 'title' },
      fields: { title: f.text() },
      access: { read: everybody, create: everybody },
    }),
  },
})

onEachDatabase('files in lists of all collections', { config: withFiles }, (app) => {
  it('have their file names, with or without a title, unless the application says otherwise', async () => {
    const { media, prints } = app().app.local.asSystem().collections
    await media.create({ file: new File(['a'], 'bare.txt') })
    await media.create({ title: 'Gulls', file: new File(['b'], 'titled.txt') })
    await prints.create({ title: 'Named', file: new File(['c'], 'print.txt') })
    const titles = async (path: string) =>
      ((await app().request('GET', path)).body.results as { title: string }[]).map(({ title }) => title).toSorted()
    expect(await titles('/api/documents')).toEqual(['Named', 'bare.txt', 'titled.txt'])
    // Search results include the title.
    expect(await titles('/api/search?q=gulls')).toEqual(['Gulls'])
    expect(await titles('/api/search?q=named')).toEqual(['Named'])
  })
})
