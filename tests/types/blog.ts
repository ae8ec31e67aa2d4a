import { type Actor, collection, defineConfig, f, global, sqlite } from '@quirecms/core'

// oxlint-disable-next-line typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- as applications write it: an actor's own fields are theirs to know
const isAdmin = ({ actor }: { actor: Actor | null }) => actor?.['roles']?.includes('admin') ?? false

/** The application whose types the tests of this folder look at: one field of each kind, in each place. */
export const config = defineConfig({
  localization: { locales: ['en', 'de', 'fr'], defaultLocale: 'en', fallback: { de: ['en'], fr: ['en'] } },
  database: sqlite('./data/app.db'),
  collections: {
    users: collection({
      fields: {
        name: f.text(),
        roles: f.select({ options: ['admin', 'editor'], many: true, default: ['editor'], access: { update: isAdmin } }),
        salary: f.number({ access: { read: isAdmin } }),
        internalNote: f.text({ hidden: true }),
      },
      access: { create: isAdmin },
    }),
    posts: collection({
      fields: {
        title: f.text({ required: true, localized: true, maxLength: 200 }),
        slug: f.slug({ from: 'title', required: true, unique: true }),
        body: f.richText({ localized: true }),
        views: f.number({ integer: true, min: 0, index: true, default: 0 }),
        featured: f.checkbox({ required: true }),
        publishedAt: f.date(),
        status: f.select({ options: ['open', { label: 'Closed', value: 'closed' }], required: true, default: 'open' }),
        place: f.point(),
        meta: f.json(),
        author: f.relationship({ to: 'users', required: true }),
        related: f.relationship({ to: ['posts', 'pages'], many: true }),
        parent: f.relationship({ to: ['posts', 'pages'] }),
        seo: f.group({ fields: { description: f.textarea({ maxLength: 160, localized: true }), score: f.number() } }),
        address: f.group({ fields: { city: f.text({ required: true }) } }),
        links: f.array({
          fields: { label: f.text({ required: true }), href: f.url(), secret: f.text({ hidden: true }) },
        }),
        sections: f.blocks({
          blocks: {
            quote: { fields: { text: f.text({ required: true, localized: true }), by: f.text() } },
            gallery: { fields: { images: f.array({ fields: { alt: f.text() } }), columns: f.number() } },
          },
        }),
        teaser: f.group({ localized: true, fields: { text: f.text({ localized: true }) } }),
        readingTime: f.virtual({ value: ({ doc }) => Object.keys(doc).length }),
        rank: f.virtual({ value: async ({ actor }) => (actor ? 'known' : undefined) }),
      },
      access: { read: () => true, update: ({ actor, doc }) => (doc ? { author: { equals: actor?.id } } : false) },
      hooks: {
        beforeChange: [({ data }) => data],
        afterChange: [async ({ doc, operation }) => [operation, doc?.['id']]],
      },
    }),
    pages: collection({ fields: { title: f.text() } }),
  },
  globals: {
    settings: global({ fields: { siteName: f.text({ required: true }), motto: f.text({ localized: true }) } }),
  },
})

export type Config = typeof config
