import { type Actor, collection, defineConfig, f, global } from 'quirecms'

const everybody = () => true
const signedIn = ({ actor }: { actor: Actor | null }) => actor !== null
const isAdmin = ({ actor }: { actor: Actor | null }) => actor?.['role'] === 'admin'
const open = { read: everybody, create: signedIn, update: signedIn, delete: signedIn }
const adminsOnly = { read: isAdmin, update: isAdmin }

/** Localized fields of every type, at every depth, also within other localized fields. */
export const atlas = defineConfig({
  localization: {
    locales: ['en', 'de', 'fr', 'it'],
    defaultLocale: 'en',
    fallback: { de: ['en'], fr: ['de', 'en'] },
  },
  collections: {
    places: collection({
      fields: {
        code: f.text(),
        title: f.text({ required: true, localized: true, maxLength: 40 }),
        slug: f.text({ localized: true, unique: true }),
        views: f.number({ localized: true }),
        flag: f.checkbox({ localized: true }),
        tags: f.select({ options: ['a', 'b', 'c'], many: true, localized: true }),
        data: f.json({ localized: true }),
        guide: f.relationship({ to: 'guides', localized: true }),
        guides: f.relationship({ to: 'guides', many: true, localized: true }),
        // A localized group, and a group with a localized field.
        about: f.group({
          localized: true,
          fields: { summary: f.text(), size: f.number(), note: f.text({ localized: true }) },
        }),
        seo: f.group({ fields: { hint: f.text({ localized: true }), index: f.checkbox() } }),
        steps: f.array({ localized: true, fields: { text: f.text(), guide: f.relationship({ to: 'guides' }) } }),
        rows: f.array({
          fields: {
            label: f.text(),
            word: f.text({ localized: true }),
            inner: f.array({ fields: { v: f.text({ localized: true }), n: f.number() } }),
          },
        }),
        story: f.blocks({
          localized: true,
          blocks: { text: { fields: { text: f.text() } }, image: { fields: { alt: f.text() } } },
        }),
        parts: f.blocks({
          blocks: {
            quote: { fields: { text: f.text({ localized: true }), by: f.text() } },
            note: { fields: { text: f.text({ localized: true }) } },
          },
        }),
        secret: f.text({ localized: true, access: adminsOnly }),
        hidden: f.text({ localized: true, hidden: true }),
        plans: f.array({
          fields: { word: f.text({ localized: true }), cost: f.text({ localized: true, access: adminsOnly }) },
        }),
      },
      access: open,
    }),
    guides: collection({
      fields: {
        name: f.text({ localized: true }),
        motto: f.text({ localized: true }),
        partner: f.relationship({ to: 'guides' }),
      },
      access: open,
    }),
    plain: collection({ fields: { name: f.text() }, access: open }),
  },
  globals: {
    site: global({
      fields: {
        name: f.text({ localized: true }),
        links: f.array({ fields: { url: f.text(), label: f.text({ localized: true }) } }),
        secret: f.text({ localized: true, access: adminsOnly }),
      },
      access: { read: everybody, update: signedIn },
    }),
    fixed: global({ fields: { name: f.text() }, access: { read: everybody, update: signedIn } }),
  },
})

export const actors = {
  ann: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'editor' },
  admin: { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'admin' },
}
