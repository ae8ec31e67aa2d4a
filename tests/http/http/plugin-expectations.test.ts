import { applyPlugins } from '@quirecms/core'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, ConfigurationError, defineConfig, f, global, plugin, route } from 'quirecms'
import { describe, expect, it } from 'vitest'

const everybody = () => true

const likes = plugin(
  {
    key: 'likes',
    expects: {
      collections: {
        posts: collection({
          trash: true,
          versions: { drafts: true },
          fields: {
            likes: f.number({ required: true, default: 0 }),
            kind: f.select({ options: ['news', 'note'] }),
            seo: f.group({ fields: { words: f.text({ many: true }) } }),
            parts: f.blocks({ blocks: { quote: { fields: { text: f.text() } } } }),
            author: f.relationship({ to: 'users' }),
          },
        }),
      },
      globals: { site: global({ fields: { total: f.number() } }) },
    },
  },
  {
    routes: [
      route({
        method: 'POST',
        path: '/:id',
        handler: async ({ local, params }) => {
          const doc = await local.asSystem().collections.posts.update(params.id, { likes: { increment: 1 } })
          return { likes: doc.likes }
        },
      }),
    ],
  },
)

const fields = {
  title: f.text(),
  likes: f.number({ required: true, default: 0, label: 'Hearts', min: 0 }),
  kind: f.select({ options: ['news', 'note'] }),
  seo: f.group({ fields: { words: f.text({ many: true }), more: f.text() } }),
  parts: f.blocks({ blocks: { quote: { fields: { text: f.text() } }, image: { fields: { alt: f.text() } } } }),
  author: f.relationship({ to: 'users' }),
}
const posts = collection({ trash: true, versions: { drafts: true }, access: { create: everybody }, fields })
const users = collection({ auth: true, fields: {} })
const site = global({ fields: { total: f.number(), name: f.text() } })

const config = defineConfig({ plugins: [likes], collections: { posts, users }, globals: { site } })

onEachDatabase('a plugin with requirements for the application', { config }, (app) => {
  it('works if they are met', async () => {
    const { id } = (await app().local.asSystem().collection('posts').create({ title: 'x' })) as { id: string }
    await app().request('POST', `/api/plugins/likes/${id}`)
    expect((await app().request('POST', `/api/plugins/likes/${id}`)).body).toEqual({ likes: 2 })
  })
})

describe('an application that does not meet them', () => {
  function problemsOf(changed: object): string[] {
    try {
      applyPlugins({ plugins: [likes], collections: { posts, users }, globals: { site }, ...changed })
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems.map(({ message }) => message)
      throw error
    }
    return []
  }
  const withFields = (changed: object) =>
    problemsOf({ collections: { users, posts: { ...posts, fields: { ...fields, ...changed } } } })

  it('does not start without the collection or global', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ collections: { users }, globals: {} })).toEqual([
      'needs a collection "posts": add it, with the fields that the plugin describes',
      'needs a global "site": add it, with the fields that the plugin describes',
    ])
  })

  it('does not start without a feature that the plugin calls', () => {
    expect(problemsOf({ collections: { users, posts: { ...posts, trash: false, versions: true } } })).toEqual([
      'needs `trash` in the collection "posts": switch it on',
      'needs drafts in the collection "posts": switch them on with `versions: { drafts: true }`',
    ])
  })

  it.each([
    [{ likes: undefined }, 'needs a field "likes" in the collection "posts": add one with the type number'],
    [
      { likes: f.text({ required: true }) },
      'needs "likes" in the collection "posts" to have the type number, not text',
    ],
    [
      { likes: f.number({ required: true, admin: { showIf: { title: { exists: true } } } }) },
      'needs "likes" in the collection "posts" to have no `showIf`',
    ],
    [{ likes: f.number() }, 'needs "likes" in the collection "posts" to have `required: true`'],
    [{ likes: f.number({ required: true, many: true }) }, 'needs "likes" in the collection "posts" to have no `many`'],
    [
      { kind: f.select({ options: ['news'] }) },
      'needs "kind" in the collection "posts" to have `options: ["news","note"]`',
    ],
    [{ author: f.relationship({ to: 'posts' }) }, 'needs "author" in the collection "posts" to have `to: "users"`'],
    [
      { seo: f.group({ fields: { words: f.text() } }) },
      'needs "seo.words" in the collection "posts" to have `many: true`',
    ],
    [
      { parts: f.blocks({ blocks: { image: { fields: { alt: f.text() } } } }) },
      'needs a block "quote" in "parts" in the collection "posts"',
    ],
  ])('does not start with another field: %#', (changed, message) => {
    expect(withFields(changed)).toEqual([message])
  })

  it('may meet them with other plugins, in any order', () => {
    const brings = plugin({ key: 'brings', collections: { posts } })
    expect(problemsOf({ plugins: [likes, brings], collections: { users } })).toEqual([])
  })
})
