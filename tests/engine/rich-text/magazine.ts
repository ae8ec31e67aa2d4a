import { collection, defineConfig, f } from 'quirecms'

const everybody = () => true
const open = { read: everybody, create: everybody, update: everybody, delete: everybody }
const isEve = ({ actor }: { actor: unknown }) => (actor as { name?: string } | null)?.name === 'Eve'

const quote = {
  fields: {
    text: f.text({ required: true, maxLength: 20 }),
    by: f.relationship({ to: 'people', onDelete: 'clear' }),
    note: f.text({ localized: true }),
    tone: f.select({ options: ['plain', 'loud'], default: 'plain' }),
    price: f.number({ access: { read: isEve, update: isEve, create: isEve } }),
    secret: f.text({ hidden: true, default: 'hush' }),
    lines: f.array({ fields: { line: f.text() } }),
    shout: f.virtual({ value: () => 'HEY' }),
    count: f.number({ hooks: { beforeChange: [({ value }) => (typeof value === 'number' ? value * 2 : undefined)] } }),
    likes: f.number({ default: 0 }),
  },
}

const callout = {
  fields: { inner: f.richText({ blocks: { quote } }), people: f.relationship({ to: 'people', many: true }) },
}

/** Texts with blocks: some localized as a whole, some with localized fields in their blocks. */
export const magazine = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    people: collection({ fields: { name: f.text() }, access: open }),
    stories: collection({
      fields: {
        title: f.text(),
        body: f.richText({ blocks: { quote, callout } }),
        translated: f.richText({ localized: true, blocks: { quote } }),
        plain: f.richText(),
        narrow: f.richText({ nodes: ['heading'], marks: [], blocks: { quote } }),
      },
      search: { fields: ['title', 'body', 'body.quote.text'] },
      versions: { drafts: { validate: true } },
      access: { ...open, publish: everybody, readDrafts: everybody, readVersions: everybody },
    }),
  },
})

export const actors = { eve: { id: '01900000-0000-7000-8000-000000000001', collection: 'users', name: 'Eve' } }
