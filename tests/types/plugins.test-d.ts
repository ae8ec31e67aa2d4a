import {
  type Actor,
  type AnyLocalApi,
  collection,
  defineConfig,
  f,
  global,
  implementApi,
  type JsonObject,
  type PluginApi,
} from '@quirecms/core'
import { type LocalApi, plugin, route } from '@quirecms/features'
import type { AnyClient } from '@quirecms/sdk'
import type { Delivery, DeliveryStatus } from '@quirecms/webhooks'
import type { webhooksApi } from '@quirecms/webhooks/api'
import { describe, expectTypeOf, it } from 'vitest'

const entries = collection({
  fields: { text: f.text({ required: true }), secret: f.text({ hidden: true }), by: f.relationship({ to: 'users' }) },
})
const tally = global({ fields: { total: f.number({ integer: true }) } })

describe('the code of a plugin', () => {
  it('is typed by the collections and globals of the plugin', () => {
    plugin(
      { key: 'audit', collections: { entries }, globals: { tally } },
      {
        hooks: {
          afterChange: [
            async ({ local, collection: slug, data, actor }) => {
              expectTypeOf(slug).toBeString()
              expectTypeOf(data).toEqualTypeOf<JsonObject>()
              expectTypeOf(actor).toEqualTypeOf<Actor | null>()
              const entry = await local.collections.entries.create({ text: 'x' })
              expectTypeOf(entry.text).toBeString()
              expectTypeOf(entry.by).toEqualTypeOf<string | null>()
              expectTypeOf(entry).not.toHaveProperty('secret')
              const [all] = await local.asSystem().collections.entries.createMany([{ text: 'x', secret: 'y' }])
              expectTypeOf(all?.secret).toEqualTypeOf<string | null | undefined>()
              // @ts-expect-error -- no such collection
              await local.collections.entires.find()
              // @ts-expect-error -- no such field
              await local.collections.entries.create({ text: 'x', txt: 'y' })
              // @ts-expect-error -- no such path
              await local.collections.entries.find({ sort: 'txt' })
            },
          ],
        },
        routes: [
          route({
            method: 'POST',
            path: '/:id',
            exact: true,
            input: { type: 'object', required: ['by'], properties: { by: { type: 'integer' } } },
            handler: async ({ local, body, params }) => {
              expectTypeOf(body.by).toBeNumber()
              expectTypeOf(params.id).toBeString()
              const { total } = await local.globals.tally.update({ total: { increment: body.by } })
              expectTypeOf(total).toEqualTypeOf<number | null>()
              return local.transaction(async (inside) => {
                // @ts-expect-error -- no such global
                await inside.globals.tallies.get()
                return inside.collections.entries.count()
              })
            },
          }),
          { method: 'GET', path: '/', handler: ({ local }) => local.collections.entries.find({ sort: '-text' }) },
          // @ts-expect-error -- no such collection
          { method: 'GET', path: '/x', handler: ({ local }) => local.collections.posts.find() },
        ],
        setup: async ({ local, on }) => {
          on('document.deleted', () => undefined)
          const { docs } = await local.collections.entries.find()
          expectTypeOf(docs[0]?.text).toEqualTypeOf<string | undefined>()
        },
      },
    )
  })

  it('has rules and hooks of its own collections', () => {
    plugin(
      { key: 'audit', collections: { entries } },
      {
        collections: {
          entries: {
            access: { read: ({ actor }) => ({ by: { equals: actor?.id ?? null } }) },
            hooks: { beforeChange: [({ data }) => ({ ...data, secret: data?.text ?? null })] },
          },
        },
      },
    )
    plugin(
      { key: 'audit', collections: { entries } },
      // @ts-expect-error -- no such path
      { collections: { entries: { access: { read: () => ({ owner: { equals: 1 } }) } } } },
    )
    plugin(
      { key: 'audit', collections: { entries } },
      // @ts-expect-error -- no such collection
      { collections: { entires: { access: { read: () => true } } } },
    )
  })

  it('is typed by what the plugin expects of the application', () => {
    plugin(
      {
        key: 'likes',
        collections: { entries },
        expects: {
          collections: {
            posts: collection({ trash: true, fields: { likes: f.number({ integer: true }), title: f.text() } }),
          },
          globals: { site: tally },
        },
      },
      {
        collections: {
          entries: {
            hooks: { afterChange: [({ local }) => local.collections.posts.count({ where: { likes: { equals: 1 } } })] },
          },
        },
        routes: [
          route({
            method: 'POST',
            path: '/:id',
            handler: async ({ local, params }) => {
              const { likes, title } = await local.collections.posts.update(params.id, { likes: { increment: 1 } })
              expectTypeOf(likes).toEqualTypeOf<number | null>()
              expectTypeOf(title).toEqualTypeOf<string | null>()
              expectTypeOf((await local.globals.site.get()).total).toEqualTypeOf<number | null>()
              await local.collections.posts.restoreDeleted(params.id)
              await local.collections.entries.create({ text: 'x' })
              // @ts-expect-error -- the plugin doesn't expect this field
              await local.collections.posts.update(params.id, { views: 1 })
              // @ts-expect-error -- nor this collection
              void local.collections.pages
            },
          }),
        ],
      },
    )
    plugin(
      { key: 'likes', expects: { collections: { posts: entries } } },
      // @ts-expect-error -- rules of others are theirs
      { collections: { posts: { access: { read: () => true } } } },
    )
  })

  it('reads collections of the application by their slugs', () => {
    plugin(
      { key: 'likes' },
      {
        routes: [
          route({
            method: 'POST',
            path: '/:collection/:id',
            handler: ({ local, params }) =>
              local.collection(params.collection).update(params.id, { likes: { increment: 1 } }),
          }),
        ],
        setup: ({ local }) => {
          void local.asSystem().global('settings').get()
          void local.users('users').login({ email: 'a@example.com', password: 'x' })
          // @ts-expect-error -- a plugin that brings nothing knows nothing
          void local.collections.posts
          // @ts-expect-error -- no collection has such a method
          void local.collection('posts').make({})
        },
      },
    )
  })

  it('is only in the second argument, if there is one', () => {
    // @ts-expect-error -- as the code that doesn't know the plugin's collections
    plugin({ key: 'audit', collections: { entries }, setup: () => 1 }, { routes: [] })
    plugin({ key: 'audit', collections: { entries }, setup: ({ local }) => local.collection('entries').count() })
  })

  it('leaves its collections typed in the application', () => {
    const audit = plugin({ key: 'audit', collections: { entries } }, { setup: () => 1 })
    const last = (to: 'entries') => collection({ fields: { last: f.relationship({ to }) } })
    defineConfig({ plugins: [audit], collections: { posts: last('entries') } })
    defineConfig({
      plugins: [audit],
      // @ts-expect-error -- not of this plugin
      collections: { posts: collection({ fields: { last: f.relationship({ to: 'entires' }) } }) },
    })
  })
})

describe('access by slug', () => {
  it('has the methods of the client, and those for many documents', () => {
    type Known<Methods> = keyof { [Name in keyof Methods as string extends Name ? never : Name]: 1 }
    type Local<Name extends 'collection' | 'global' | 'users'> = Known<ReturnType<AnyLocalApi[Name]>>
    type Remote<Name extends 'collection' | 'global' | 'users'> = keyof ReturnType<AnyClient[Name]>
    expectTypeOf<Exclude<Local<'collection'>, 'createMany' | 'updateMany' | 'deleteMany'>>().toEqualTypeOf<
      Remote<'collection'>
    >()
    expectTypeOf<Local<'global'>>().toEqualTypeOf<Remote<'global'>>()
    expectTypeOf<Local<'users'>>().toEqualTypeOf<Remote<'users'>>()
  })
})

const likesApi = {
  key: 'likes',
  methods: {
    like: {
      method: 'POST',
      path: '/:collection/:id/like',
      input: { type: 'object', required: ['by'], properties: { by: { type: 'integer' } } },
      output: { type: 'object', required: ['likes'], properties: { likes: { type: 'integer' } } },
    },
    most: {
      method: 'GET',
      path: '/most',
      input: { type: 'object', properties: { limit: { type: 'integer' } } },
      answer: 'list',
      output: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    },
    forget: { method: 'DELETE', path: '/:id' },
  },
} as const satisfies PluginApi

describe('a described operation of a plugin', () => {
  it('has methods with its arguments and results, in the client and in process', async () => {
    const check = async (client: AnyClient, local: LocalApi<typeof config>): Promise<void> => {
      const likes = client.plugin(likesApi)
      expectTypeOf(await likes.like('posts', 'x', { by: 1 })).toEqualTypeOf<{ likes: number }>()
      expectTypeOf((await likes.most()).docs).toEqualTypeOf<{ id: string }[]>()
      expectTypeOf((await likes.most({ limit: 1 })).pagination.page).toBeNumber()
      expectTypeOf(await likes.forget('x')).toBeUnknown()
      // @ts-expect-error -- there are two names in the path
      await likes.like('x', { by: 1 })
      // @ts-expect-error -- a body is wanted
      await likes.like('posts', 'x')
      // @ts-expect-error -- another type
      await likes.like('posts', 'x', { by: 'me' })
      // @ts-expect-error -- no such parameter
      await likes.most({ size: 1 })
      // @ts-expect-error -- no such method
      void likes.dislike
      const inside = local.plugin(likesApi)
      expectTypeOf(await inside.like('posts', 'x', { by: 1 })).toEqualTypeOf<{ likes: number }>()
      // @ts-expect-error -- another type
      await inside.like('posts', 'x', { by: 'me' })
      await client.plugin(likesApi).forget('x', { signal: AbortSignal.timeout(1) })
      await local.plugin(likesApi).forget('x', { context: {} })
      const { docs } = await client.plugin({} as typeof webhooksApi).deliveries({ status: 'failed' })
      expectTypeOf(docs[0]).toExtend<Delivery | undefined>()
      expectTypeOf<Delivery['revision']>().toEqualTypeOf<number | null>()
      expectTypeOf<DeliveryStatus>().toEqualTypeOf<'pending' | 'delivered' | 'failed'>()
    }
    const config = defineConfig({ collections: { tags: collection({ fields: { name: f.text() } }) } })
    expectTypeOf(check).toBeFunction()
  })

  it('has the results of its implementation', () => {
    const forget = async () => ({ kind: 'value', value: {} }) as const
    const most = () => Promise.reject(new Error('never called'))
    implementApi(likesApi, { forget, most, like: async () => ({ kind: 'value', value: { likes: 1 } }) })
    // @ts-expect-error -- another answer
    implementApi(likesApi, { forget, most, like: async () => ({ kind: 'value', value: { liked: 1 } }) })
    // @ts-expect-error -- one of them is missing
    implementApi(likesApi, { forget, most })
  })

  it('has the input and output of its routes', () => {
    route({ ...likesApi.methods.like, handler: ({ body, params }) => ({ likes: body.by + params.id.length }) })
    // @ts-expect-error -- another answer
    route({ ...likesApi.methods.like, handler: () => ({ liked: 1 }) })
  })
})
