import { audit } from '@quirecms/audit'
import { webhooks } from '@quirecms/webhooks'
import { collection, defineConfig, disk, f, global, job, type RuleArguments } from 'quirecms'

/** Application of the claims: everything that changes documents, three roles, and private content. */

const isAdmin = ({ actor }: RuleArguments) => actor?.['role'] === 'admin'
const isStaff = ({ actor }: RuleArguments) => actor?.['role'] === 'admin' || actor?.['role'] === 'editor'
const everybody = () => true
const onlyOpen = (call: RuleArguments) => isStaff(call) || { closed: { equals: false } }
/** Only admins may read it. Its values contain the secret word, so that a leak shows in any answer. */
const secret = () => f.text({ access: { read: isAdmin, create: isAdmin, update: isAdmin } })

const byStaff = { create: isStaff, update: isStaff, delete: isStaff }
const withDrafts = { publish: isStaff, readDrafts: isStaff, readVersions: isStaff }

const { HOOK_URL = 'http://127.0.0.1:9/', HOOK_SECRET = '', FILES = './data/uploads', ROLES = '' } = process.env

export default defineConfig({
  storage: disk(FILES),
  server: { rateLimit: false },
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  admin: { users: 'users' },
  changes: true,
  plugins: [
    audit({ chain: true }),
    webhooks({
      endpoints: {
        all: { url: HOOK_URL, secret: HOOK_SECRET, privateNetwork: true, content: 'reference', collections: ['posts'] },
      },
      retryAfter: ['100ms', '200ms', '500ms', '1s', '2s', '5s', '5s', '5s', '5s', '10m'],
    }),
  ],
  collections: {
    users: collection({
      auth: { apiKeys: true, bootstrap: { role: 'admin' }, lockout: false },
      fields: {
        name: f.text(),
        note: secret(),
        role: f.select({
          options: ['admin', 'editor', 'reader'],
          default: 'reader',
          access: { create: isAdmin, update: (call) => ROLES !== 'stay' && isAdmin(call) },
        }),
      },
      // The callers of this test cannot be deleted.
      access: { read: everybody, create: isAdmin, update: isAdmin, delete: () => false },
    }),
    people: collection({
      fields: {
        name: f.text({ required: true }),
        secret: secret(),
        inner: f.text({ hidden: true }),
        closed: f.checkbox({ required: true, default: false }),
        posts: f.join({ collection: 'posts', on: 'author' }),
      },
      access: { ...byStaff, read: onlyOpen },
    }),
    posts: collection({
      versions: { drafts: true },
      trash: true,
      comments: true,
      search: { fields: ['title'] },
      cache: '60s',
      fields: {
        title: f.text({ required: true, localized: true, maxLength: 200 }),
        slug: f.text({ unique: true, maxLength: 100 }),
        views: f.number({ integer: true, min: 0, index: true }),
        mood: f.select({ options: ['calm', 'wild'] }),
        at: f.date(),
        place: f.point(),
        body: f.richText(),
        extra: f.json(),
        secret: secret(),
        inner: f.text({ hidden: true }),
        closed: f.checkbox({ required: true, default: false, index: true }),
        author: f.relationship({ to: 'people', onDelete: 'restrict' }),
        related: f.relationship({ to: 'posts', many: true, onDelete: 'clear' }),
        cover: f.upload({ to: 'media' }),
        seo: f.group({ fields: { description: f.textarea({ maxLength: 160 }), secret: secret() } }),
        links: f.array({ fields: { label: f.text({ required: true }), href: f.url(), secret: secret() }, maxRows: 5 }),
        sections: f.blocks({
          blocks: {
            quote: {
              fields: { text: f.text({ required: true, localized: true }), by: f.relationship({ to: 'people' }) },
            },
            aside: { fields: { words: f.text(), secret: secret() } },
          },
        }),
      },
      access: { ...byStaff, ...withDrafts, deletePermanent: isStaff, read: onlyOpen },
    }),
    media: collection({
      upload: { maxFileSize: '1mb' },
      trash: true,
      fields: { alt: f.text(), closed: f.checkbox({ required: true, default: false }) },
      access: { ...byStaff, deletePermanent: isStaff, read: onlyOpen },
    }),
    /** Without drafts and trash: a deletion is final. */
    tags: collection({
      fields: {
        name: f.text({ required: true, unique: true }),
        above: f.relationship({ to: 'tags', onDelete: 'clear' }),
        shelf: f.relationship({ to: 'shelves', onDelete: 'restrict' }),
        count: f.number({ integer: true, default: 0 }),
      },
      access: { ...byStaff, read: everybody },
    }),
    shelves: collection({ fields: { name: f.text() }, access: { ...byStaff, read: everybody } }),
  },
  jobs: {
    /** Creates a shelf in the transaction that completes the job: exactly once, whatever crashes. */
    shelve: job({
      input: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: { type: 'string', maxLength: 200 } },
      },
      access: { queue: isStaff },
      retryAfter: ['100ms', '200ms', '500ms', '1s', '5s'],
      run: async ({ input, complete }) =>
        complete(async (local) => {
          await local.asSystem().collection('shelves').create({ name: input.name })
        }),
    }),
  },
  globals: {
    settings: global({
      versions: { drafts: true },
      fields: { name: f.text({ localized: true }), secret: secret(), home: f.relationship({ to: 'posts' }) },
      access: { ...withDrafts, read: everybody, update: isStaff },
    }),
  },
})
