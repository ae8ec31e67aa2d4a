import { type Actor, collection, defineConfig, f } from 'quirecms'

const everybody = () => true
const signedIn = ({ actor }: { actor: Actor | null }) => actor !== null
const isAdmin = ({ actor }: { actor: Actor | null }) => actor?.['role'] === 'admin'
const writable = { create: signedIn, update: signedIn, delete: signedIn }

/** Joins over all kinds of relationships, most of them writable. */
export const exchange = defineConfig({
  localization: { locales: ['en', 'de', 'fr'], defaultLocale: 'en', fallback: { de: ['en'], fr: ['de', 'en'] } },
  collections: {
    people: collection({
      fields: {
        name: f.text({ required: true }),
        mentor: f.relationship({ to: 'people' }),
        works: f.join({ collection: 'papers', on: 'author', sort: 'title', limit: 2, writable: true }),
        desk: f.group({
          fields: { reviews: f.join({ collection: 'papers', on: 'reviewers', sort: '-title', writable: true }) },
        }),
        local: f.group({
          localized: true,
          fields: { hint: f.text(), works: f.join({ collection: 'papers', on: 'author' }) },
        }),
        portraits: f.join({ collection: 'papers', on: 'about', writable: true }),
        mentions: f.join({ collection: 'papers', on: 'related', writable: true }),
        editions: f.join({ collection: 'papers', on: 'translator', writable: true }),
        editing: f.join({ collection: 'papers', on: 'editors', writable: true }),
        owned: f.join({ collection: 'papers', on: 'owner', writable: true }),
        guarded: f.join({ collection: 'papers', on: 'guard', writable: true }),
        mentees: f.join({ collection: 'people', on: 'mentor', writable: true, sort: 'name' }),
        unseen: f.join({ collection: 'papers', on: 'author', writable: true, hidden: true }),
        quoted: f.join({ collection: 'papers', on: 'parts.quote.by' }),
        famous: f.join({
          collection: 'papers',
          on: 'author',
          where: { title: { starts_with: 'A' }, 'author.name': { exists: true } },
        }),
        byReview: f.join({ collection: 'papers', on: 'author', sort: '-secretRank' }),
        drafts: f.join({ collection: 'drafts', on: 'by', writable: true, sort: 'text' }),
      },
      access: { read: everybody, ...writable },
    }),
    papers: collection({
      fields: {
        title: f.text({ required: true, localized: true }),
        secretRank: f.number({ access: { read: isAdmin } }),
        closed: f.checkbox(),
        author: f.relationship({ to: 'people' }),
        reviewers: f.relationship({ to: 'people', many: true }),
        about: f.relationship({ to: ['people', 'papers'] }),
        related: f.relationship({ to: ['people', 'papers'], many: true }),
        translator: f.relationship({ to: 'people', localized: true }),
        editors: f.relationship({ to: 'people', localized: true, many: true }),
        owner: f.relationship({ to: 'people', required: true, default: null }),
        guard: f.relationship({ to: 'people', access: { update: isAdmin } }),
        parts: f.blocks({ blocks: { quote: { fields: { by: f.relationship({ to: 'people' }) } } } }),
      },
      // Everyone may read closed papers, admins may change them.
      access: {
        ...writable,
        read: everybody,
        update: (args) => isAdmin(args) || (signedIn(args) && { closed: { not_equals: true } }),
      },
    }),
    drafts: collection({
      fields: { text: f.text(), shown: f.checkbox(), by: f.relationship({ to: 'people' }) },
      access: { ...writable, read: (args) => isAdmin(args) || { shown: { equals: true } } },
    }),
  },
})

export const actors = {
  ann: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'editor' },
  admin: { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'admin' },
}
