import type { ModelOf } from '@quirecms/core'
import type { Client } from '@quirecms/sdk'
import {
  collection,
  defineConfig,
  type Doc,
  f,
  global,
  type LocalApi,
  plugin,
  type PluginApi,
  withCode,
} from 'quirecms'
import { describe, expectTypeOf, it } from 'vitest'

declare module 'quirecms' {
  interface PluginOptions {
    shelve: boolean | { readonly shown?: boolean }
  }
}

const shelfApi = {
  key: 'shelf',
  methods: {},
  collections: {
    option: 'shelve',
    methods: {
      shelve: { method: 'POST', path: '/:id/shelve', answer: 'doc' },
      move: {
        method: 'POST',
        path: '/:id/move',
        answer: 'doc',
        input: { type: 'object', required: ['to'], properties: { to: { type: 'string' } } },
      },
      place: {
        method: 'GET',
        path: '/:id/place',
        output: { type: 'object', required: ['row'], properties: { row: { type: 'integer' } } },
      },
    },
    parameters: { find: { shelved: { type: 'boolean' } }, count: { shelved: { type: 'boolean' } } },
    systemFields: { shelvedAt: { type: ['string', 'null'], format: 'date-time' }, row: { type: 'integer' } },
  },
  globals: { methods: { touch: { method: 'POST', path: '/touch', answer: 'doc' } } },
} as const satisfies PluginApi

const shelf = plugin(
  {
    key: 'shelf',
    api: shelfApi,
    collections: { shelves: collection({ fields: { name: f.text({ required: true }) } }) },
    globals: { library: global({ fields: { name: f.text({ required: true }) } }) },
  },
  { setup: () => undefined },
)

const config = defineConfig({
  plugins: [shelf],
  collections: {
    books: collection({
      shelve: { shown: true },
      fields: {
        title: f.text({ required: true }),
        shelf: f.relationship({ to: 'shelves' }),
        secret: f.text({ hidden: true }),
      },
    }),
    notes: collection({ shelve: false, fields: { text: f.text() } }),
    pages: collection({ fields: { title: f.text() } }),
  },
  globals: { site: global({ fields: { title: f.text() } }) },
})

type Config = typeof config
type Local = LocalApi<Config>
type Remote = Client<ModelOf<Config>>
type Book = Doc<Config, 'books'>

describe('additions of plugins', () => {
  it('are methods of the collections that set their option, with documents in the requested form', async () => {
    const check = async (books: Local['collections']['books'], { collections: remote }: Remote) => {
      expectTypeOf(await books.shelve('x')).toEqualTypeOf<Book>()
      expectTypeOf(await books.move('x', { to: 'y' }, { ifMatch: 1, select: { title: true } })).toEqualTypeOf<{
        id: string
        title: string
      }>()
      expectTypeOf(await books.place('x')).toEqualTypeOf<{ row: number }>()
      expectTypeOf(await remote.books.shelve('x', { signal: AbortSignal.timeout(1) })).toEqualTypeOf<Book>()
      // @ts-expect-error -- the body is missing
      await books.move('x')
      // @ts-expect-error -- no such field
      await books.shelve('x', { select: { titel: true } })
    }
    expectTypeOf(check).toBeFunction()
    expectTypeOf<Local['collections']['pages']>().not.toHaveProperty('shelve')
    expectTypeOf<Local['collections']['notes']>().not.toHaveProperty('shelve')
    expectTypeOf<Remote['collections']['pages']>().not.toHaveProperty('shelve')
    const all = async (local: Local) => {
      expectTypeOf((await local.globals.site.touch()).title).toEqualTypeOf<string | null>()
      expectTypeOf((await local.asSystem().collections.books.shelve('x')).secret).toEqualTypeOf<string | null>()
    }
    expectTypeOf(all).toBeFunction()
  })

  it('are system fields, which queries accept', async () => {
    expectTypeOf<Book['shelvedAt']>().toEqualTypeOf<string | null>()
    expectTypeOf<Book['row']>().toEqualTypeOf<number>()
    expectTypeOf<Doc<Config, 'pages'>>().not.toHaveProperty('row')
    const check = async ({ collections: { books } }: Local) => {
      await books.find({ where: { shelvedAt: { exists: true }, row: { greater_than: 1 } }, sort: '-row' })
      // @ts-expect-error -- only the plugin writes it
      await books.create({ title: 'x', row: 1 })
    }
    expectTypeOf(check).toBeFunction()
  })

  it('are parameters of the methods that it names', async () => {
    const check = async ({ collections: { books, pages } }: Local) => {
      await books.find({ shelved: true })
      await books.count({ shelved: true })
      // @ts-expect-error -- not a boolean
      await books.find({ shelved: 'yes' })
      // @ts-expect-error -- not a parameter of this method
      await books.findOne('x', { shelved: true })
      // @ts-expect-error -- the collection doesn't set the option
      await pages.find({ shelved: true })
    }
    expectTypeOf(check).toBeFunction()
  })

  it('are collections and globals', async () => {
    const check = async ({ collections, globals }: Local, remote: Remote) => {
      expectTypeOf((await remote.collections.shelves.find()).docs[0]?.name).toEqualTypeOf<string | undefined>()
      expectTypeOf((await collections.shelves.create({ name: 'x' })).name).toBeString()
      expectTypeOf((await globals.library.get()).name).toBeString()
      const [book] = (await collections.books.find({ populate: { shelf: true } })).docs
      if (typeof book?.shelf === 'object') expectTypeOf(book.shelf?.name).toEqualTypeOf<string | undefined>()
    }
    expectTypeOf(check).toBeFunction()
  })

  it('keep the code of its collections with the plugin', () => {
    withCode(config, { collections: { books: { access: { read: () => true } } } })
    // @ts-expect-error -- a collection of the plugin
    withCode(config, { collections: { shelves: { access: { read: () => true } } } })
  })
})
