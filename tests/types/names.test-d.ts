import { collection, defineConfig, f, global } from '@quirecms/core'
import { plugin } from '@quirecms/features'
import { describe, it } from 'vitest'

/** What a configuration names must exist: the compiler says so before the application is started. */

const users = collection({ auth: true, fields: { name: f.text() } })
const media = collection({ upload: { mimeTypes: ['image/*'] }, fields: { alt: f.text() } })

describe('the collections that fields name', () => {
  it('may be any of the application, also their own', () => {
    defineConfig({
      collections: {
        users,
        media,
        posts: collection({
          fields: {
            author: f.relationship({ to: 'users' }),
            related: f.relationship({ to: ['posts', 'media'], many: true }),
            cover: f.upload({ to: 'media' }),
            comments: f.join({ collection: 'comments', on: 'post' }),
            quotes: f.join({ collection: 'comments', on: 'details.parts.quote.of' }),
          },
        }),
        comments: collection({
          fields: {
            post: f.relationship({ to: 'posts' }),
            details: f.group({
              fields: {
                parts: f.blocks({ blocks: { quote: { fields: { of: f.relationship({ to: ['users', 'posts'] }) } } } }),
              },
            }),
          },
        }),
      },
      globals: { home: global({ fields: { featured: f.relationship({ to: 'posts' }) } }) },
    })
  })

  it('must exist', () => {
    defineConfig({
      // @ts-expect-error -- "author" points to the collection "userz", which does not exist.
      collections: { users, posts: collection({ fields: { author: f.relationship({ to: 'userz' }) } }) },
    })
    defineConfig({
      // @ts-expect-error -- one of several does not exist
      collections: { users, posts: collection({ fields: { by: f.relationship({ to: ['users', 'bots'] }) } }) },
    })
    const inside = { author: f.relationship({ to: 'userz' }) }
    defineConfig({
      // @ts-expect-error -- in a group
      collections: { users, posts: collection({ fields: { meta: f.group({ fields: inside }) } }) },
    })
    defineConfig({
      // @ts-expect-error -- in a block
      collections: { users, posts: collection({ fields: { b: f.blocks({ blocks: { quote: { fields: inside } } }) } }) },
    })
    defineConfig({
      collections: { users },
      // @ts-expect-error -- in a global
      globals: { home: global({ fields: inside }) },
    })
  })

  it('must hold files if an upload field points there', () => {
    defineConfig({
      // @ts-expect-error -- "cover" points to the collection "users", which has no `upload`.
      collections: { users, posts: collection({ fields: { cover: f.upload({ to: 'users' }) } }) },
    })
  })

  it('may be those of plugins', () => {
    const tags = plugin({ key: 'tags', collections: { tags: collection({ fields: { name: f.text() } }) } })
    defineConfig({
      plugins: [tags],
      collections: { posts: collection({ fields: { tags: f.relationship({ to: 'tags', many: true }) } }) },
    })
    defineConfig({
      plugins: [tags],
      // @ts-expect-error -- not of this plugin
      collections: { posts: collection({ fields: { tags: f.relationship({ to: 'labels' }) } }) },
    })
  })

  it('are not checked if the compiler does not know them', () => {
    const slug: string = 'users'
    defineConfig({ collections: { posts: collection({ fields: { author: f.relationship({ to: slug }) } }) } })
    const others: Record<string, typeof users> = { users }
    defineConfig({ collections: others, globals: { home: global({ fields: { by: f.relationship({ to: 'any' }) } }) } })
  })
})

describe('the relationship of a join', () => {
  const comments = collection({ fields: { post: f.relationship({ to: 'posts' }), text: f.text() } })

  it('must exist, and point back', () => {
    const nowhere = collection({ fields: { all: f.join({ collection: 'coments', on: 'post' }) } })
    const onNothing = collection({ fields: { all: f.join({ collection: 'comments', on: 'posts' }) } })
    const onText = collection({ fields: { all: f.join({ collection: 'comments', on: 'text' }) } })
    const right = collection({ fields: { all: f.join({ collection: 'comments', on: 'post' }) } })
    // @ts-expect-error -- "all" points to the collection "coments", which does not exist.
    defineConfig({ collections: { comments, posts: nowhere } })
    // @ts-expect-error -- "all" joins on "posts", which is not a relationship of "comments".
    defineConfig({ collections: { comments, posts: onNothing } })
    // @ts-expect-error -- "all" joins on "text", which is not a relationship of "comments".
    defineConfig({ collections: { comments, posts: onText } })
    // @ts-expect-error -- "all" joins on "post", which does not point to "pages".
    defineConfig({ collections: { comments, posts: right, pages: right } })
    defineConfig({ collections: { comments, posts: right } })
  })
})

describe('the paths of a collection', () => {
  const fields = {
    title: f.text(),
    views: f.number(),
    body: f.richText(),
    secret: f.text({ hidden: true }),
    author: f.relationship({ to: 'users' }),
    seo: f.group({ fields: { title: f.text() } }),
    parts: f.array({ fields: { text: f.textarea() } }),
    sections: f.blocks({ blocks: { quote: { fields: { text: f.text() } } } }),
  }

  it('may lead to its own fields, and those of its features', () => {
    collection({
      fields,
      versions: { drafts: true },
      authors: true,
      defaultSort: ['-createdAt', 'seo.title', 'author.name', '_status', 'createdBy'],
      indexes: [{ fields: ['title', 'seo.title', 'updatedAt', 'secret'], unique: false }],
      search: { fields: { title: 4, body: 2, 'parts.text': 1, 'sections.quote.text': 1 } },
    })
    collection({ fields, defaultSort: '-views', search: { fields: ['title', 'seo.title'] } })
    collection({ auth: true, fields, defaultSort: 'email', search: { fields: ['email', 'title'] } })
    collection({
      upload: { mimeTypes: ['image/*'] },
      fields,
      defaultSort: 'filename',
      search: { fields: ['filename'] },
    })
    const added: string = 'meta.added.by.a.plugin'
    collection({ fields, defaultSort: added })
  })

  it('must exist, and have a suitable type', () => {
    // @ts-expect-error -- There is no "titel" here.
    collection({ fields, defaultSort: 'titel' })
    // @ts-expect-error -- There is no "seo.titel" here.
    collection({ fields, defaultSort: '-seo.titel' })
    // @ts-expect-error -- one of several
    collection({ fields, defaultSort: ['title', '-viewz'] })
    // @ts-expect-error -- documents are not sorted by formatted texts
    collection({ fields, defaultSort: 'body' })
    // @ts-expect-error -- in a collection with users
    collection({ auth: true, fields, defaultSort: 'titel' })
    // @ts-expect-error -- There is no "titel" here.
    collection({ fields, indexes: [{ fields: ['views', 'titel'] }] })
    // @ts-expect-error -- rows are not indexed
    collection({ fields, indexes: [{ fields: ['views', 'parts'] }] })
    // @ts-expect-error -- There is no "titel" here.
    collection({ fields, search: { fields: ['titel'] } })
    // @ts-expect-error -- There is no "boddy" here.
    collection({ fields, search: { fields: { title: 4, boddy: 1 } } })
    // @ts-expect-error -- numbers have no words
    collection({ fields, search: { fields: ['views'] } })
  })
})

describe('the source of a slug', () => {
  it('is a text beside it', () => {
    collection({ fields: { title: f.text(), slug: f.slug({ from: 'title' }) } })
    global({ fields: { parts: f.array({ fields: { name: f.text(), slug: f.slug({ from: 'name' }) } }) } })
    // @ts-expect-error -- "slug" is made from "titel", which is not a field beside it.
    collection({ fields: { title: f.text(), slug: f.slug({ from: 'titel' }) } })
    // @ts-expect-error -- "slug" is made from "views", which is not a text field.
    collection({ fields: { views: f.number(), slug: f.slug({ from: 'views' }) } })
    // @ts-expect-error -- not beside it
    collection({ fields: { title: f.text(), seo: f.group({ fields: { slug: f.slug({ from: 'title' }) } }) } })
    // @ts-expect-error -- in a global
    global({ fields: { slug: f.slug({ from: 'titel' }) } })
    // @ts-expect-error -- in a collection with users
    collection({ auth: true, fields: { slug: f.slug({ from: 'titel' }) } })
  })
})

describe('a default', () => {
  it('is a value of its field', () => {
    collection({
      fields: {
        kind: f.select({ options: ['news', { label: 'A note', value: 'note' }], default: 'note' }),
        tags: f.select({ options: ['a', 'b'], many: true, default: ['b'] }),
        words: f.text({ many: true, default: ['one'] }),
        place: f.point({ default: [8.5, 47.4] }),
        any: f.json({ default: { a: [1, 'two', null] } }),
        text: f.richText({ default: { type: 'doc', content: [{ type: 'paragraph' }] } }),
        rows: f.array({ fields: { name: f.text() }, default: [{ name: 'first' }] }),
        parts: f.blocks({
          blocks: { quote: { fields: { text: f.text() } } },
          default: [{ blockType: 'quote', text: 'x' }],
        }),
        target: f.relationship({ to: ['users', 'posts'], default: { relationTo: 'users', value: 'x' } }),
        later: f.select({ options: ['a', 'b'], default: () => 'a' }),
        none: f.text({ default: null }),
      },
    })
    // @ts-expect-error -- The default of "kind" is not a value of this field.
    collection({ fields: { kind: f.select({ options: ['news', 'note'], default: 'letter' }) } })
    // @ts-expect-error -- not a list
    collection({ fields: { tags: f.select({ options: ['a', 'b'], many: true, default: 'a' }) } })
    // @ts-expect-error -- a list
    collection({ fields: { word: f.text({ default: ['one'] }) } })
    // @ts-expect-error -- no such block
    collection({ fields: { b: f.blocks({ blocks: { a: { fields: {} } }, default: [{ blockType: 'c' }] }) } })
    // @ts-expect-error -- no such field in the row
    collection({ fields: { rows: f.array({ fields: { name: f.text() }, default: [{ nam: 'x' }] }) } })
    // @ts-expect-error -- inside a group
    collection({ fields: { g: f.group({ fields: { kind: f.select({ options: ['a'], default: 'b' }) } }) } })
    // @ts-expect-error -- of a global
    global({ fields: { kind: f.select({ options: ['a'], default: 'b' }) } })
  })
})
