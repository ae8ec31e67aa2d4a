import { type Actor, collection, defineConfig, f, global } from 'quirecms'

const everybody = () => true
const signedIn = ({ actor }: { actor: Actor | null }) => actor !== null
const isAdmin = ({ actor }: { actor: Actor | null }) => actor?.['role'] === 'admin'
const writable = { create: signedIn, update: signedIn, delete: signedIn }
const open = { read: everybody, ...writable }

/** Relationships and joins of every kind, with fields, documents and collections that only some may read. */
export const newsroom = defineConfig({
  localization: { locales: ['en', 'de', 'fr'], defaultLocale: 'en', fallback: { de: ['en'], fr: ['de', 'en'] } },
  collections: {
    people: collection({
      fields: {
        name: f.text({ required: true }),
        salary: f.number({ access: { read: isAdmin } }),
        pin: f.text({ hidden: true }),
        bio: f.textarea({ localized: true }),
        nick: f.text({ hooks: { afterRead: [({ value }) => (typeof value === 'string' ? `~${value}~` : null)] } }),
        shout: f.virtual({
          value: ({ doc }) => (typeof doc['name'] === 'string' ? `${doc['name'].toUpperCase()}!` : null),
        }),
        mentor: f.relationship({ to: 'people' }),
        friends: f.relationship({ to: 'people', many: true }),
        boss: f.relationship({ to: 'people', access: { read: isAdmin } }),
        keeper: f.relationship({ to: 'people', hidden: true }),
        articles: f.join({ collection: 'articles', on: 'author', sort: 'title', limit: 2 }),
      },
      access: open,
      hooks: { afterRead: [({ doc }) => (doc?.['name'] === 'Hook' ? { ...doc, name: 'Hooked' } : doc)] },
    }),
    clubs: collection({
      fields: {
        name: f.text({ localized: true }),
        motto: f.text(),
        chair: f.relationship({ to: 'people' }),
        seats: f.group({ fields: { guest: f.relationship({ to: 'people' }) } }),
      },
      access: open,
    }),
    drafts: collection({
      fields: { text: f.text(), shown: f.checkbox(), by: f.relationship({ to: 'people' }) },
      access: { ...writable, read: (args) => isAdmin(args) || { shown: { equals: true } } },
    }),
    vaults: collection({
      fields: { code: f.text(), owner: f.relationship({ to: 'people' }) },
      access: { ...writable, read: isAdmin },
    }),
    articles: collection({
      fields: {
        title: f.text({ required: true, localized: true }),
        author: f.relationship({ to: 'people' }),
        editors: f.relationship({ to: 'people', many: true }),
        about: f.relationship({ to: ['people', 'clubs'] }),
        related: f.relationship({ to: ['people', 'clubs', 'articles', 'vaults'], many: true }),
        draft: f.relationship({ to: 'drafts' }),
        vault: f.relationship({ to: 'vaults' }),
        host: f.relationship({ to: 'people', localized: true }),
        meta: f.group({
          fields: { checker: f.relationship({ to: 'people' }), seats: f.group({ fields: { x: f.text() } }) },
        }),
        credits: f.array({ fields: { person: f.relationship({ to: 'people' }), role: f.text({ localized: true }) } }),
        parts: f.blocks({
          blocks: {
            quote: { fields: { by: f.relationship({ to: 'people' }), text: f.text() } },
            box: { fields: { clubs: f.relationship({ to: 'clubs', many: true }) } },
          },
        }),
      },
      access: open,
    }),
  },
  globals: {
    front: global({
      fields: { lead: f.relationship({ to: 'articles' }), team: f.relationship({ to: 'people', many: true }) },
      access: { read: everybody, update: signedIn },
    }),
  },
})

export const actors = {
  ann: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'editor' },
  admin: { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'admin' },
}
