import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global, plugin, route } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const started: number[] = []

const audit = plugin(
  {
    key: 'audit',
    collections: {
      entries: collection({
        fields: { text: f.text({ required: true }), shout: f.virtual({ value: (): string => '' }) },
        hooks: { beforeChange: [({ data }) => ({ ...data, text: `${data?.['text'] as string}!` })] },
      }),
    },
    globals: { tally: global({ fields: { total: f.number({ integer: true, default: 0 }) } }) },
  },
  {
    collections: {
      entries: {
        access: { read: everybody },
        hooks: { beforeChange: [({ data }) => ({ text: `${data?.text}?` })] },
        fields: { shout: { value: ({ doc }) => doc.text.toUpperCase() } },
        routes: [route({ method: 'GET', path: '/texts', handler: ({ local }) => local.collections.entries.find() })],
      },
    },
    globals: { tally: { access: { read: everybody } } },
    hooks: {
      afterChange: [
        async ({ collection: slug, operation, local, data }) => {
          if (slug !== 'pages') return
          if (data?.['title'] === 'wrong') await local.collection('nothing').create({})
          const system = local.asSystem()
          await system.collections.entries.create({ text: `${operation} ${slug}` })
          await system.globals.tally.update({ total: { increment: 1 } })
        },
      ],
    },
    routes: [
      route({
        method: 'GET',
        path: '/of/:collection',
        handler: ({ local, params }) => local.collection(params.collection).count(),
      }),
      route({
        method: 'GET',
        path: '/publish/:collection',
        handler: ({ local, params }) => local.collection(params.collection).publish('x'),
      }),
    ],
    setup: async ({ local }) => void started.push((await local.asSystem().collections.entries.count()).count),
  },
)

const config = defineConfig({
  plugins: [audit],
  collections: {
    pages: collection({ fields: { title: f.text() }, access: { create: everybody, read: everybody } }),
  },
})

onEachDatabase('the code of a plugin as its second argument', { config }, (app) => {
  it('runs after the plugin’s own additions to its collections', async () => {
    expect((await app().request('POST', '/api/collections/pages', { body: { title: 'x' } })).status).toBe(201)
    const { body } = await app().request('GET', '/api/collections/entries/texts')
    expect(body.docs).toMatchObject([{ text: 'create pages!?', shout: 'CREATE PAGES!?' }])
    expect((await app().request('GET', '/api/globals/tally')).body).toMatchObject({ doc: { total: 1 } })
    expect(started).toContain(0)
  })

  it('is attached to collections by their slugs', async () => {
    await app().request('POST', '/api/collections/pages', { body: { title: 'x' } })
    expect((await app().request('GET', '/api/plugins/audit/of/pages')).body).toEqual({ count: 1 })
  })

  it.each(['of/nothing', 'of/constructor', 'of/__proto__', 'publish/pages'])(
    'answers 404 for an unknown name from the request: %s',
    async (path) => {
      const { status, body } = await app().request('GET', `/api/plugins/audit/${path}`)
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    },
  )

  it('with a wrong hook name fails as a whole', async () => {
    const { status, body } = await app().request('POST', '/api/collections/pages', { body: { title: 'wrong' } })
    expect([status, body.error.code]).toEqual([500, 'internal'])
    expect((await app().request('GET', '/api/plugins/audit/of/pages')).body).toEqual({ count: 0 })
  })
})

onEachDatabase('entities of the local API by slug', { config, matrix: 'validation' }, (app) => {
  const local = () => app().app.local

  it.each([
    ['collection', 'nothing', 'There is no collection "nothing" in this application.'],
    ['collection', 'tally', 'There is no collection "tally" in this application.'],
    ['collection', 'toString', 'There is no collection "toString" in this application. Available: entries, pages.'],
    ['global', 'pages', 'There is no global "pages" in this application.'],
    ['users', 'nothing', 'There is no collection with users "nothing" in this application.'],
    ['users', 'pages', 'There is no collection with users "pages" in this application.'],
  ] as const)('throw for an unknown name: %s("%s")', (kind, slug, message) => {
    expect(() => local()[kind](slug)).toThrow(
      expect.objectContaining({ code: 'not_found', message: expect.stringContaining(message) }),
    )
  })

  it('throw for an unknown method', () => {
    expect(() => local().collection('pages').publish).toThrow('The collection "pages" has no method "publish".')
    expect(() => local().global('tally')['constructor']).toThrow('has no method "constructor"')
  })

  it('are the same for each actor, and can be passed on', async () => {
    const pages = await Promise.resolve(local().asSystem().collection('pages'))
    await pages.create({ title: 'x' })
    expect(await local().transaction((inside) => inside.collection('pages').count())).toEqual({ count: 1 })
    await expect(local().collection('entries').create({ text: 'x' })).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(JSON.stringify(pages)).toBe('{}')
  })
})

it('a plugin reports code in the wrong place', () => {
  const pages = collection({ fields: {} })
  expect(() => plugin({ key: 'p' }, { collections: { pages: {} } } as never)).toThrow(
    'has code, but is not in the configuration',
  )
  expect(() => plugin({ key: 'p', collections: { pages } }, { hook: {} } as never)).toThrow('hook: is not code')
})
