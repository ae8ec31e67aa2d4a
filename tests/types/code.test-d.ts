import { collection, defineConfig, f, global } from '@quirecms/core'
import { hook, rule, withCode } from '@quirecms/features'
import { describe, expectTypeOf, it } from 'vitest'

const schema = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({
      auth: true,
      fields: { name: f.text(), roles: f.select({ options: ['admin', 'editor'], many: true }) },
    }),
    posts: collection({
      fields: {
        title: f.text({ required: true, localized: true }),
        views: f.number({ integer: true, default: 0 }),
        note: f.text({ hidden: true }),
        author: f.relationship({ to: 'users' }),
        minutes: f.virtual({ value: () => 0 }),
      },
    }),
  },
  globals: { settings: global({ fields: { siteName: f.text() } }) },
})

declare module '@quirecms/features' {
  interface Register {
    config: typeof schema
  }
}

describe('code of an application', () => {
  it('is typed by the application', () => {
    const config = withCode(schema, {
      collections: {
        posts: {
          access: {
            read: () => true,
            create: ({ actor }) => actor?.roles.includes('admin') ?? false,
            update: ({ actor, doc }) => {
              expectTypeOf(doc?.views).toEqualTypeOf<number | null | undefined>()
              return actor ? { or: [{ author: { equals: actor.id } }, { 'author.name': { equals: 'Ann' } }] } : false
            },
          },
          hooks: {
            beforeChange: [
              ({ data, next, actor }) => {
                expectTypeOf(next.title).toEqualTypeOf<string>()
                // A new document has none yet.
                expectTypeOf(next.id).toEqualTypeOf<string | undefined>()
                expectTypeOf(actor?.collection).toEqualTypeOf<'users' | undefined>()
                return { ...data, views: (data.views ?? 0) + 1, note: 'seen' }
              },
            ],
            beforeDelete: [({ doc, data }) => void (expectTypeOf(data).toBeUndefined(), doc.title.length)],
            afterCommit: [
              ({ doc, next, previous }) => {
                expectTypeOf(doc.title).toEqualTypeOf<string>()
                expectTypeOf(next?.title).toEqualTypeOf<string | undefined>()
                expectTypeOf(previous?.id).toEqualTypeOf<string | undefined>()
              },
            ],
            afterChange: [
              async ({ local, id }) => {
                const { docs } = await local.collections.posts.find({ where: { views: { greater_than: 1 } } })
                expectTypeOf(docs).items.toHaveProperty('title').toBeString()
                await local.globals.settings.update({ siteName: id ?? null })
              },
            ],
          },
          fields: {
            title: {
              validate: ({ value, next }) => value.length > (next.views ?? 0) || 'Must be longer.',
              hooks: {
                beforeValidate: [({ value }) => value?.trim()],
                beforeChange: [
                  async ({ value, next, local }) => {
                    expectTypeOf(value).toEqualTypeOf<string | undefined>()
                    expectTypeOf(next.views).toEqualTypeOf<number | null>()
                    await local.collections.posts.count({ where: { title: { equals: value ?? '' } } })
                  },
                ],
                afterRead: [({ value, doc }) => `${value} ${doc.views}`],
              },
            },
            minutes: { value: ({ doc }) => doc.title.length },
          },
        },
        users: { access: { update: ({ actor, id }) => actor?.id === id } },
      },
      globals: { settings: { access: { update: ({ actor }) => actor !== null } } },
      routes: [
        {
          method: 'POST',
          path: '/popular',
          auth: true,
          handler: async ({ local, actor }) => {
            expectTypeOf(actor?.email).toEqualTypeOf<string | undefined>()
            return local.collections.posts.find({ sort: '-views' })
          },
        },
      ],
    })
    expectTypeOf(config).toEqualTypeOf<typeof schema>()
  })

  it('does not compile if it is wrong', () => {
    withCode(schema, {
      // @ts-expect-error -- not a value of the field
      collections: { posts: { fields: { title: { hooks: { beforeChange: [() => 1] } } } } },
    })
    withCode(schema, {
      // @ts-expect-error -- no such path
      collections: { posts: { access: { read: () => ({ nothing: { equals: 1 } }) } } },
    })
    withCode(schema, {
      // @ts-expect-error -- no such path, further inside
      collections: { posts: { access: { read: () => ({ or: [{ 'author.age': { equals: 1 } }] }) } } },
    })
    withCode(schema, {
      // @ts-expect-error -- no such operator
      collections: { posts: { access: { update: () => ({ views: { contains: 1 } }) } } },
    })
    withCode(schema, {
      // @ts-expect-error -- no such role
      collections: { posts: { access: { create: ({ actor }) => actor?.roles.includes('owner') ?? false } } },
    })
    withCode(schema, {
      // @ts-expect-error -- no such field
      collections: { posts: { hooks: { beforeChange: [() => ({ wrong: 1 })] } } },
    })
    withCode(schema, {
      // @ts-expect-error -- no such field, beside those that there are
      collections: { posts: { hooks: { beforeChange: [({ data }) => ({ ...data, wrong: 1 })] } } },
    })
    withCode(schema, {
      // @ts-expect-error -- of another type
      collections: { posts: { hooks: { beforeValidate: [() => ({ views: 'many' })] } } },
    })
    withCode(schema, {
      // @ts-expect-error -- no such collection
      collections: { posts: { hooks: { afterChange: [({ local }) => local.collections.pages.find()] } } },
    })
    hook('posts', 'afterChange', async ({ local }) => {
      const { docs } = await local.collections.posts.find()
      // @ts-expect-error -- the caller does not see what is hidden
      return docs[0]?.note
    })
    withCode(schema, {
      // @ts-expect-error -- no such field
      collections: { posts: { fields: { subtitle: { validate: () => true } } } },
    })
    withCode(schema, {
      // @ts-expect-error -- no such collection
      collections: { pages: {} },
    })
  })

  it('can be in separate files', () => {
    const isOwn = rule('posts', ({ actor }) => (actor ? { author: { equals: actor.id } } : false))
    const isKnown = rule('posts', async ({ actor, doc }) => actor !== null && (doc?.views ?? 0) > 1)
    const stamp = hook('posts', 'beforeChange', ({ data }) => ({ ...data, views: 1 }))
    const log = hook('posts', 'afterCommit', ({ doc }) => doc?.title.length)
    withCode(schema, {
      collections: {
        posts: {
          access: { update: isOwn, delete: isKnown },
          hooks: { beforeChange: [stamp], afterCommit: [log] },
        },
      },
    })
  })

  it('does not compile there either if it is wrong', () => {
    // @ts-expect-error -- no such path
    rule('posts', () => ({ nothing: { equals: 1 } }))
    // @ts-expect-error -- no such path, beside one that there is
    rule('posts', ({ actor }) => (actor ? { views: { equals: 1 }, nothing: { equals: 1 } } : false))
    // @ts-expect-error -- no such path, further inside
    rule('posts', async () => ({ or: [{ 'author.age': { equals: 1 } }] }))
    // @ts-expect-error -- no such operator
    rule('posts', () => ({ views: { contains: 1 } }))
    // @ts-expect-error -- no such role
    rule('posts', ({ actor }) => actor?.roles.includes('owner') ?? false)
    // @ts-expect-error -- no such collection
    rule('pages', () => true)
    // @ts-expect-error -- no such field
    hook('posts', 'beforeChange', ({ data }) => ({ ...data, wrong: 1 }))
    // @ts-expect-error -- of another type
    hook('posts', 'beforeValidate', () => ({ views: 'many' }))
    // @ts-expect-error -- no such hook
    hook('posts', 'beforeEverything', () => undefined)
  })
})

it('hooks and rules of drafts get working copies, which may be incomplete', () => {
  const drafted = defineConfig({
    collections: {
      users: collection({ auth: true, fields: {} }),
      pages: collection({ versions: { drafts: true }, fields: { title: f.text({ required: true }) } }),
    },
    globals: { site: global({ versions: { drafts: true }, fields: { name: f.text({ required: true }) } }) },
  })
  withCode(drafted, {
    collections: {
      pages: {
        access: { update: ({ doc }) => (expectTypeOf(doc?.title).toEqualTypeOf<string | null | undefined>(), true) },
        hooks: {
          beforeChange: [
            ({ data, next }) => {
              expectTypeOf(data.title).toEqualTypeOf<string | null | undefined>()
              expectTypeOf(next.title).toEqualTypeOf<string | null>()
              return { ...data, title: data.title ?? null }
            },
          ],
          afterChange: [({ doc }) => void expectTypeOf(doc.title).toEqualTypeOf<string | null>()],
        },
      },
    },
    globals: {
      site: { hooks: { afterChange: [({ doc }) => void expectTypeOf(doc.name).toEqualTypeOf<string | null>()] } },
    },
  })
})
