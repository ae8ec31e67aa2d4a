import { collection, defineConfig, f, global, type RuleArguments } from 'quirecms'

const everybody = () => true
const staff = ({ actor }: RuleArguments) => actor !== null
const editor = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'
/** Editors may do everything, authors change their own, other callers nothing. */
const own = ({ actor }: RuleArguments) =>
  editor({ actor } as RuleArguments) || (actor !== null && { owner: { equals: actor.id } })

/** Articles and topics with drafts, notes without, and all kinds of references between them. */
const newsroom = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    articles: collection({
      versions: { drafts: true, max: 5 },
      trash: true,
      fields: {
        title: f.text({ required: true, minLength: 3, maxLength: 20, localized: true }),
        slug: f.text({ unique: true }),
        owner: f.text(),
        rank: f.number({ min: 1 }),
        tags: f.array({ fields: { name: f.text({ required: true }) }, minRows: 2, maxRows: 3 }),
        topic: f.relationship({ to: 'topics' }),
        lead: f.relationship({ to: 'topics', onDelete: 'clear' }),
        held: f.relationship({ to: 'topics', onDelete: 'restrict' }),
        next: f.relationship({ to: 'articles' }),
        follows: f.join({ collection: 'articles', on: 'next' }),
        secret: f.text({ access: { read: editor } }),
      },
      access: {
        read: everybody,
        create: staff,
        update: own,
        delete: own,
        readDrafts: own,
        readVersions: staff,
        publish: own,
      },
    }),
    topics: collection({
      versions: { drafts: { validate: true } },
      fields: {
        name: f.text({ required: true }),
        owner: f.text(),
        articles: f.join({ collection: 'articles', on: 'topic' }),
      },
      access: { read: everybody, create: staff, update: own, delete: own, readDrafts: own, publish: own },
    }),
    notes: collection({
      fields: { text: f.text(), about: f.relationship({ to: 'articles' }) },
      access: { read: everybody, create: staff, update: staff, delete: staff },
    }),
  },
  globals: {
    front: global({
      versions: { drafts: true },
      fields: { headline: f.text({ required: true }), top: f.relationship({ to: 'articles' }) },
      access: { read: everybody, update: staff, readDrafts: editor, readVersions: staff, publish: editor },
    }),
  },
})

export const actors = {
  editor: { id: '01890000-0000-7000-8000-00000000000e', collection: 'users', role: 'editor' },
  deputy: { id: '01890000-0000-7000-8000-00000000000d', collection: 'users', role: 'editor' },
  author: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'author' },
  other: { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'author' },
}

export const setup = { config: newsroom, actors }

export const article = ['articles', { title: 'First', slug: 'first', owner: actors.author.id, secret: 'hush' }] as const

export const ARTICLE = '/api/collections/articles/{article}'
export const publishArticle = `POST ${ARTICLE}/publish`
