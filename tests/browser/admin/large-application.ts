import { type QuireConfig, type RuleArguments, collection, f, global } from 'quirecms'

const staffOnly = ({ actor }: RuleArguments) => actor !== null
const adminOnly = ({ actor }: RuleArguments) => rolesOf(actor).includes('admin')

/** Authors read and change their own documents, and read all published ones. */
const ownOrAdmin = (rule: RuleArguments) => adminOnly(rule) || { owner: { equals: rule.actor?.id ?? '' } }

function rolesOf(actor: RuleArguments['actor']): readonly unknown[] {
  const roles: unknown = actor?.['roles']
  return Array.isArray(roles) ? roles : []
}

const kinds = Object.fromEntries(
  Array.from({ length: 31 }, (_, index) => [
    `kind${index + 1}`,
    collection({
      label: `Kind ${index + 1}`,
      trash: true,
      versions: { drafts: true },
      fields: { title: f.text({ localized: true }) },
    }),
  ]),
)

/** A large application: 39 collections, with everything that affects lists. */
export const largeApplication = {
  localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: ['en'] } },
  collections: {
    users: collection({
      auth: true,
      fields: { name: f.text(), roles: f.select({ options: ['admin', 'author'], many: true }) },
      access: { read: staffOnly, create: adminOnly, update: adminOnly, delete: adminOnly },
    }),
    works: collection({
      label: 'Works',
      trash: true,
      versions: { drafts: true },
      fields: {
        title: f.text({ required: true, localized: true }),
        owner: f.relationship({ to: 'users' }),
        person: f.relationship({ to: 'people' }),
        guarded: f.relationship({ to: 'people', onDelete: 'restrict' }),
        kind: f.select({ options: ['book', 'letter'] }),
        pages: f.number(),
        contact: f.email(),
        printedOn: f.date({ only: 'day' }),
        note: f.text(),
        cover: f.upload({ to: 'media', accept: ['image/*'] }),
      },
      access: {
        read: staffOnly,
        readDrafts: ownOrAdmin,
        create: staffOnly,
        update: ownOrAdmin,
        publish: ownOrAdmin,
        delete: adminOnly,
      },
    }),
    people: collection({ label: 'People', fields: { name: f.text({ required: true }) } }),
    files: collection({ label: 'Files', upload: true, fields: {} }),
    media: collection({
      label: 'Media',
      upload: {
        mimeTypes: ['image/png', 'image/webp'],
        maxFileSize: '20kb',
        sizes: { small: { width: 40, height: 40, fit: 'cover' } },
      },
      fields: { alt: f.text({ required: true }) },
    }),
    articles: collection({
      label: 'Articles',
      defaultSort: 'title',
      search: { fields: { title: 1, body: 4 } },
      fields: { title: f.text(), body: f.textarea() },
    }),
    plain: collection({ label: 'Plain', fields: { amount: f.number() } }),
    empty: collection({ label: 'Empty things', fields: {} }),
    ...kinds,
  },
  globals: { settings: global({ fields: { name: f.text() } }) },
} satisfies QuireConfig
