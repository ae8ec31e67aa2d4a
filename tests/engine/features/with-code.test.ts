import { createTestApp } from '@quirecms/testkit'
import { collection, ConfigurationError, defineConfig, f, global, withCode } from 'quirecms'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

const seen: string[] = []
const schema = defineConfig({
  collections: {
    posts: collection({
      fields: {
        title: f.text({ required: true, hooks: { beforeChange: [() => void seen.push('own of the field')] } }),
        views: f.number({ default: 0 }),
        shout: f.virtual({ value: (): string => '' }),
      },
      access: { delete: () => false },
      hooks: { afterChange: [() => void seen.push('own')] },
    }),
  },
  globals: { settings: global({ fields: { siteName: f.text() } }) },
})

describe('code that is added to a configuration', () => {
  it('behaves like code inside it', async () => {
    const config = withCode(schema, {
      collections: {
        posts: {
          access: { read: () => ({ views: { greater_than: 0 } }), create: () => true },
          hooks: {
            beforeChange: [({ data }) => ({ ...data, views: (data?.views ?? 0) + 1 })],
            afterChange: [({ next }) => void seen.push(`added ${next?.title}`)],
          },
          fields: {
            title: {
              validate: ({ value }) => value !== 'No' || 'Say something else.',
              hooks: { beforeValidate: [({ value }) => value?.trim()] },
            },
            shout: { value: ({ doc }) => `${doc.title}!` },
          },
          routes: [{ method: 'GET', path: '/top', handler: ({ local }) => local.collections.posts.count() }],
        },
      },
      globals: { settings: { access: { read: () => true } } },
      routes: [{ method: 'GET', path: '/all', handler: () => ({ all: true }) }],
    })
    const app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    onTestFinished(() => app.close())
    const { posts } = app.app.local.collections
    expect(await posts.create({ title: ' One' })).toMatchObject({ views: 1, shout: 'One!' })
    expect(seen).toEqual(['own of the field', 'own', 'added One'])
    await expect(posts.create({ title: 'No' })).rejects.toMatchObject({ issues: [{ path: 'title', code: 'custom' }] })
    await expect(posts.delete((await posts.find()).docs[0]?.id ?? '')).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(await app.app.local.globals.settings.get()).toMatchObject({ siteName: null })
    expect((await app.request('GET', '/api/collections/posts/top')).body).toEqual({ count: 1 })
    expect((await app.request('GET', '/api/all')).body).toEqual({ all: true })
    // The configuration itself stays as it was.
    expect(schema.collections.posts.access).toEqual({ delete: expect.any(Function) as unknown })
  })

  it.each([
    [{ collections: { pages: {} } }, 'collections.pages: has code, but is not in the configuration'],
    [{ collections: { posts: { trash: true } } }, 'collections.posts.trash: is not code'],
    [{ collections: { posts: { access: { delete: () => true } } } }, 'collections.posts.access.delete: is given twice'],
    [{ collections: { posts: { fields: { other: {} } } } }, 'collections.posts.fields.other: has code'],
    [{ server: {} }, 'server: is not code'],
  ])('%o is refused', (code, message) => {
    expect(() => withCode(schema, code as never)).toThrow(ConfigurationError)
    expect(() => withCode(schema, code as never)).toThrow(message)
  })
})
