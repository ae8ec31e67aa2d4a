import type { Actor } from 'quirecms'
import { collection, defineConfig, f, global } from 'quirecms'

const everybody = () => true
const signedIn = ({ actor }: { actor: Actor | null }) => actor !== null
const isAdmin = ({ actor }: { actor: Actor | null }) => actor?.['role'] === 'admin'
const writable = { create: signedIn, update: signedIn, delete: signedIn }

/** Relationships of every kind, joins and locales; with documents and fields that only some may read. */
export const magazine = defineConfig({
  localization: { locales: ['en', 'de', 'fr'], defaultLocale: 'en', fallback: { de: ['en'], fr: ['de', 'en'] } },
  collections: {
    people: collection({
      fields: {
        name: f.text({ required: true, index: true }),
        // Only admins may know who earns what.
        salary: f.number({ access: { read: isAdmin } }),
        bio: f.textarea({ localized: true }),
        mentor: f.relationship({ to: 'people', onDelete: 'clear' }),
        articles: f.join({ collection: 'articles', on: 'author', sort: 'title', limit: 2, writable: true }),
      },
      access: { read: everybody, ...writable },
    }),
    secrets: collection({
      fields: { code: f.text({ required: true }), article: f.relationship({ to: 'articles' }) },
      access: { read: isAdmin, ...writable },
    }),
    tags: collection({
      fields: {
        name: f.text({ required: true, localized: true, unique: true }),
        visible: f.checkbox({ default: true }),
        uses: f.join({ collection: 'articles', on: 'tags', writable: true }),
      },
      access: { read: ({ actor }) => (isAdmin({ actor }) ? true : { visible: { equals: true } }), ...writable },
    }),
    articles: collection({
      fields: {
        title: f.text({ required: true, localized: true, index: true }),
        author: f.relationship({ to: 'people', onDelete: 'restrict' }),
        tags: f.relationship({ to: 'tags', many: true, onDelete: 'clear' }),
        related: f.relationship({ to: ['articles', 'people'], many: true }),
        about: f.relationship({ to: ['articles', 'people'] }),
        secret: f.relationship({ to: 'secrets' }),
        sources: f.array({ fields: { person: f.relationship({ to: 'people' }), note: f.text({ localized: true }) } }),
        parts: f.blocks({
          blocks: { quote: { fields: { by: f.relationship({ to: 'people' }), text: f.text({ localized: true }) } } },
        }),
        extras: f.array({ localized: true, fields: { label: f.text() } }),
        comments: f.join({ collection: 'comments', on: 'article', where: { spam: { not_equals: true } } }),
        leaks: f.join({ collection: 'secrets', on: 'article' }),
      },
      access: { read: everybody, ...writable },
    }),
    comments: collection({
      fields: {
        text: f.text({ required: true }),
        spam: f.checkbox(),
        article: f.relationship({ to: 'articles' }),
        by: f.relationship({ to: 'people' }),
      },
      access: { read: everybody, ...writable },
    }),
  },
  globals: {
    front: global({
      fields: { headline: f.text({ localized: true }), lead: f.relationship({ to: 'articles' }) },
      access: { read: everybody, update: signedIn },
    }),
  },
})

export const actors = {
  editor: { id: '01890000-0000-7000-8000-00000000000e', collection: 'users', role: 'editor' },
  admin: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'admin' },
}
