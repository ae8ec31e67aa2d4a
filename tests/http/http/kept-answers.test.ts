import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f, global, plugin } from 'quirecms'
import type { Call, Feature } from 'quirecms/plugin'
import { beforeEach, describe, expect, it } from 'vitest'

const everybody = () => true
const all = { create: everybody, update: everybody, delete: everybody, publish: everybody }
const open = { ...all, read: everybody }
const title = f.text({ index: true })

/** State outside of the database that rules, hooks and computed fields use. */
const outside = { isOpen: true, hooks: 0, computed: 0, names: [] as string[], statements: [] as string[] }
let openSwitches: () => Promise<number> = async () => 0

/** A plugin's parameters of lists and reads: one says that it may be cached, and one says nothing. */
const shading: Feature<Call> = {
  name: 'shading',
  for: ({ kind }) => kind === 'collection',
  adds: () => ({
    parameters: ['mark', 'tone'].map((name) => ({
      name,
      spellings: [name],
      description: `The ${name}.`,
      encoding: 'integer',
      schema: { type: 'integer' },
      ...(name === 'tone' && { cacheable: true }),
    })),
    extends: { list: ['mark', 'tone'], read: ['mark', 'tone'] },
  }),
}

const config = defineConfig({
  plugins: [plugin({ key: 'shading', features: [shading] })],
  server: { rateLimit: false },
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    people: collection({ access: open, fields: { name: f.text({ index: true }) } }),
    posts: collection({
      access: open,
      fields: { title, author: f.relationship({ to: 'people' }), motto: f.text({ localized: true }) },
    }),
    cached: collection({ access: open, cache: '60s', fields: { title } }),
    drafted: collection({ access: open, versions: { drafts: true }, fields: { title } }),
    binned: collection({ access: open, trash: true, fields: { title } }),
    timed: collection({ access: { ...all, read: () => outside.isOpen }, fields: { title } }),
    switched: collection({ access: { ...all, read: async () => (await openSwitches()) > 0 }, fields: { title } }),
    chosen: collection({
      access: { ...all, read: ({ actor }) => (actor ? true : { title: { not_equals: 'hidden' } }) },
      fields: { title },
    }),
    listed: collection({
      access: { ...all, read: () => ({ title: { in: outside.names } }) },
      fields: { title },
    }),
    named: collection({
      access: { ...all, read: () => ({ 'author.name': { equals: 'Ann' } }) },
      fields: { title, author: f.relationship({ to: 'people' }) },
    }),
    told: collection({
      access: { ...all, read: ({ request }) => request?.headers['x-key'] === 'yes' },
      fields: { title },
    }),
    mixed: collection({
      cache: '60s',
      access: { ...all, read: (args) => (outside.isOpen ? true : args.request !== null) },
      fields: { title },
    }),
    hooked: collection({ access: open, fields: { title }, hooks: { beforeRead: [() => void (outside.hooks += 1)] } }),
    computed: collection({
      access: open,
      fields: { title, made: f.virtual({ value: () => (outside.computed += 1) }) },
    }),
    ruled: collection({
      access: open,
      fields: { title, pay: f.text({ access: { read: () => outside.isOpen } }) },
    }),
  },
  globals: { site: global({ access: { read: everybody, update: everybody }, fields: { title } }) },
})

const onStatement = (text: string) => void outside.statements.push(text)

onEachDatabase('cached responses', { config, onStatement, jobs: false, matrix: 'validation' }, (app) => {
  beforeEach(() => {
    Object.assign(outside, { isOpen: true, hooks: 0, computed: 0 })
    openSwitches = async () =>
      (
        await app()
          .app.local.asSystem()
          .collections.posts.count({ where: { title: { equals: 'on' } } })
      ).count
  })

  const make = async (slug: string, body: object) =>
    docOf(await app().request('POST', `/api/collections/${slug}`, { body })).id
  const change = (slug: string, id: string, body: object) =>
    app().request('PATCH', `/api/collections/${slug}/${id}`, { body })
  /** Repeats a request until it is cached, if it is cacheable. */
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    for (let time = 0; time < 3; time += 1) await app().request('GET', path, { headers })
    return app().request('GET', path, { headers })
  }
  /** Statements of one more request. */
  const statementsOf = async (path: string) => {
    outside.statements.length = 0
    await app().request('GET', path)
    return outside.statements.length
  }
  const titles = (body: { docs: { title: string }[] }) => body.docs.map((doc) => doc.title)

  it('are returned without a database query, as long as nothing has changed', async () => {
    const author = await make('people', { name: 'Ann' })
    const id = await make('posts', { title: 'One', author })
    for (const path of [
      `/api/collections/posts/${id}`,
      '/api/collections/posts?limit=5&sort=title',
      '/api/collections/posts?depth=1',
      '/api/globals/site',
    ]) {
      const first = await app().request('GET', path)
      const again = await ask(path)
      expect([again.status, again.text]).toEqual([200, first.text])
      expect(again.headers.get('etag')).toEqual(first.headers.get('etag'))
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
      expect(await statementsOf(path)).toBe(0)
    }
    const { status } = await app().request('GET', `/api/collections/posts/${id}`, {
      headers: { 'if-none-match': '"1"' },
    })
    expect(status).toBe(304)
    const origin = { origin: 'https://elsewhere.example' }
    expect((await app().request('GET', '/api/collections/posts?depth=1', { headers: origin })).status).toBe(200)
  })

  it('are not used for calls with a parameter that is not declared cacheable', async () => {
    const id = await make('cached', { title: 'One' })
    for (const path of ['/api/collections/cached', `/api/collections/cached/${id}`]) {
      const tone = await ask(`${path}?tone=1`)
      expect([await statementsOf(`${path}?tone=1`), tone.headers.get('cache-control')]).toEqual([
        0,
        expect.stringContaining('public'),
      ])
      const mark = await ask(`${path}?mark=1&tone=1`)
      expect(await statementsOf(`${path}?mark=1&tone=1`)).toBeGreaterThan(0)
      expect(mark.headers.get('cache-control')).not.toContain('public')
    }
  })

  it('are invalidated by every change, also of populated documents', async () => {
    const author = await make('people', { name: 'Ann' })
    const id = await make('posts', { title: 'One', author })
    const whole = `/api/collections/posts?depth=1&sort=title`
    expect((await ask(whole)).body.docs[0].author.name).toBe('Ann')
    expect((await ask(`/api/collections/posts/${id}`)).body.doc.title).toBe('One')
    await change('people', author, { name: 'Bea' })
    expect((await ask(whole)).body.docs[0].author.name).toBe('Bea')
    await change('posts', id, { title: 'Two' })
    expect((await app().request('GET', `/api/collections/posts/${id}`)).body.doc.title).toBe('Two')
    await make('posts', { title: 'Three', author })
    expect(titles((await ask(whole)).body)).toEqual(['Three', 'Two'])
    await app().request('DELETE', `/api/collections/posts/${id}`)
    expect((await app().request('GET', `/api/collections/posts/${id}`)).status).toBe(404)
    expect(titles((await app().request('GET', whole)).body)).toEqual(['Three'])
  })

  it('are invalidated by changes behind a filter', async () => {
    const author = await make('people', { name: 'Ann' })
    await make('posts', { title: 'One', author })
    const path = `/api/collections/posts?where=${encodeURIComponent('{"author.name":{"equals":"Ann"}}')}`
    expect((await ask(path)).body.pagination.totalDocs).toBe(1)
    await change('people', author, { name: 'Bea' })
    expect((await ask(path)).body.pagination.totalDocs).toBe(0)
  })

  it('depend on the locale', async () => {
    const id = await make('posts', { title: 'One', motto: 'yes' })
    await app().request('PATCH', `/api/collections/posts/${id}?locale=de`, { body: { motto: 'ja' } })
    expect((await ask(`/api/collections/posts/${id}`)).body.doc.motto).toBe('yes')
    expect((await ask(`/api/collections/posts/${id}?locale=de`)).body.doc.motto).toBe('ja')
    expect((await ask(`/api/collections/posts/${id}`)).body.doc.motto).toBe('yes')
  })

  it('contain only live documents, and nothing from the trash', async () => {
    const id = await make('drafted', { title: 'Draft' })
    const path = `/api/collections/drafted/${id}`
    expect((await ask(path)).status).toBe(404)
    await app().request('POST', `${path}/publish`)
    expect((await ask(path)).body.doc.title).toBe('Draft')
    await app().request('PATCH', path, { body: { title: 'Newer' } })
    expect((await ask(path)).body.doc.title).toBe('Draft')
    await app().request('POST', `${path}/unpublish`)
    expect((await app().request('GET', path)).status).toBe(404)
    const gone = await make('binned', { title: 'Gone' })
    expect((await ask('/api/collections/binned')).body.pagination.totalDocs).toBe(1)
    await app().request('DELETE', `/api/collections/binned/${gone}`)
    expect((await app().request('GET', '/api/collections/binned')).body.pagination.totalDocs).toBe(0)
  })

  describe('check the rules again, whatever those use:', () => {
    it('the time', async () => {
      const id = await make('timed', { title: 'One' })
      for (const path of [`/api/collections/timed/${id}`, '/api/collections/timed']) {
        outside.isOpen = true
        expect((await ask(path)).status).toBe(200)
        outside.isOpen = false
        expect((await app().request('GET', path)).status).toBe(401)
      }
    })

    it('other documents, read by the rule or named by its path', async () => {
      await make('switched', { title: 'One' })
      const on = await make('posts', { title: 'on' })
      expect((await ask('/api/collections/switched')).status).toBe(200)
      await change('posts', on, { title: 'off' })
      expect((await app().request('GET', '/api/collections/switched')).status).toBe(401)
      const author = await make('people', { name: 'Ann' })
      await make('named', { title: 'One', author })
      expect((await ask('/api/collections/named')).body.pagination.totalDocs).toBe(1)
      await change('people', author, { name: 'Bea' })
      expect((await app().request('GET', '/api/collections/named')).body.pagination.totalDocs).toBe(0)
    })

    it('a long list, to its last word', async () => {
      await make('listed', { title: 'One' })
      const others = Array.from({ length: 50 }, (_, index) => `another title of some length, number ${index}`)
      for (const path of ['/api/collections/listed', '/api/collections/listed?limit=1']) {
        outside.names = [...others, 'One']
        expect(titles((await ask(path)).body)).toEqual(['One'])
        // Cached, however long the condition is.
        expect(await statementsOf(path)).toBe(0)
        outside.names = [...others, 'Two']
        expect(titles((await app().request('GET', path)).body)).toEqual([])
      }
    })

    it('the request', async () => {
      await make('told', { title: 'One' })
      expect((await ask('/api/collections/told', { 'x-key': 'yes' })).status).toBe(200)
      expect((await app().request('GET', '/api/collections/told')).status).toBe(401)
    })

    it('first an actor of null, then the request: cacheability depends on it', async () => {
      await make('mixed', { title: 'One' })
      expect((await ask('/api/collections/mixed')).headers.get('cache-control')).toContain('public')
      outside.isOpen = false
      expect((await app().request('GET', '/api/collections/mixed')).headers.get('cache-control')).toContain('private')
    })

    it('the content of a document', async () => {
      const id = await make('chosen', { title: 'shown' })
      expect((await ask(`/api/collections/chosen/${id}`)).status).toBe(200)
      await change('chosen', id, { title: 'hidden' })
      expect((await app().request('GET', `/api/collections/chosen/${id}`)).status).toBe(404)
    })
  })

  it('are not used if application code takes part', async () => {
    await make('hooked', { title: 'One' })
    await ask('/api/collections/hooked')
    expect(outside.hooks).toBe(4)
    await make('computed', { title: 'One' })
    const { made } = (await ask('/api/collections/computed')).body.docs[0]
    expect((await app().request('GET', '/api/collections/computed')).body.docs[0].made).toBeGreaterThan(made)
    await make('ruled', { title: 'One', pay: 'much' })
    expect((await ask('/api/collections/ruled')).body.docs[0].pay).toBe('much')
    outside.isOpen = false
    expect((await app().request('GET', '/api/collections/ruled')).body.docs[0]).not.toHaveProperty('pay')
  })

  it('reflect changes of other instances', { tags: ['release'] }, async () => {
    const other = await createApp(
      { ...config, database: app().database },
      { log: createLogger({ level: 'silent' }), jobs: false },
    )
    try {
      const { people, posts, named } = other.local.asSystem().collections
      const author = await people.create({ name: 'Ann' })
      const post = await posts.create({ title: '0', author: author.id })
      await named.create({ title: 'One', author: author.id })
      for (let number = 1; number <= 100; number += 1) {
        await posts.update(post.id, { title: String(number) })
        if (number % 10 === 0) await people.update(author.id, { name: number % 20 === 0 ? 'Ann' : 'Bea' })
        const name = Math.floor(number / 10) % 2 === 0 ? 'Ann' : 'Bea'
        const [one, list, found] = await Promise.all(
          [`posts/${post.id}`, 'posts?depth=1', 'named'].map((path) =>
            app().request('GET', `/api/collections/${path}`),
          ),
        )
        expect(one?.body.doc.title).toBe(String(number))
        expect([list?.body.docs[0].title, list?.body.docs[0].author.name]).toEqual([String(number), name])
        expect(found?.body.pagination.totalDocs).toBe(name === 'Ann' ? 1 : 0)
      }
    } finally {
      await other.close()
    }
  })
})

onEachDatabase(
  'a disabled response cache',
  {
    config: { ...config, server: { ...config.server, keptAnswers: false } },
    onStatement,
    jobs: false,
    matrix: 'validation',
  },
  (app) => {
    it('stores nothing', async () => {
      const { body } = await app().request('POST', '/api/collections/posts', { body: { title: 'One' } })
      const path = `/api/collections/posts/${body.doc.id}`
      for (let time = 0; time < 4; time += 1) await app().request('GET', path)
      outside.statements.length = 0
      await app().request('GET', path)
      expect(outside.statements).not.toEqual([])
    })
  },
)

onEachDatabase(
  'a full response cache',
  {
    config: { ...config, server: { ...config.server, keptAnswers: '48kb' } },
    onStatement,
    jobs: false,
    matrix: 'validation',
  },
  (app) => {
    const make = async (name: string) =>
      `/api/collections/posts/${docOf(await app().request('POST', '/api/collections/posts', { body: { title: name } })).id}`
    const isMadeAnew = async (path: string) => {
      outside.statements.length = 0
      await app().request('GET', path)
      return outside.statements.length > 0
    }

    it('mostly keeps responses under cyclic requests', async () => {
      const paths: string[] = []
      for (let number = 0; number < 24; number += 1) paths.push(await make(String(number)))
      for (let time = 0; time < 3; time += 1) for (const path of paths) await app().request('GET', path)
      let madeAnew = 0
      for (const path of paths) madeAnew += (await isMadeAnew(path)) ? 1 : 0
      expect(madeAnew).toBeGreaterThan(0)
      expect(madeAnew).toBeLessThan(paths.length / 2)
    })

    it('makes room for current requests', async () => {
      const paths: string[] = []
      for (let number = 0; number < 24; number += 1) paths.push(await make(String(number)))
      for (let time = 0; time < 3; time += 1) for (const path of paths) await app().request('GET', path)
      const newcomer = await make('Another')
      let time = 0
      while (time < 40 && (await isMadeAnew(newcomer))) time += 1
      expect(time).toBeLessThan(40)
    })
  },
)
