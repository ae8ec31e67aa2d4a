import { scenarios } from '@quirecms/testkit'
import { type Actor, collection, defineConfig, f } from 'quirecms'

const isAdmin = ({ actor }: { actor: Actor | null }) => actor?.['role'] === 'admin'
const signedIn = ({ actor }: { actor: Actor | null }) => actor !== null
const writable = { create: signedIn, update: signedIn, delete: signedIn }

/** Writers who may not read all targets of their documents. */
const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    papers: collection({
      fields: { name: f.text(), shown: f.checkbox() },
      access: { ...writable, read: (args) => isAdmin(args) || { shown: { equals: true } } },
    }),
    files: collection({
      fields: {
        title: f.text({ localized: true }),
        one: f.relationship({ to: 'papers' }),
        many: f.relationship({ to: 'papers', many: true }),
        any: f.relationship({ to: ['papers', 'files'] }),
        local: f.relationship({ to: 'papers', localized: true }),
        rows: f.array({ fields: { link: f.relationship({ to: 'papers' }), note: f.text({ localized: true }) } }),
        parts: f.blocks({ blocks: { card: { fields: { links: f.relationship({ to: 'papers', many: true }) } } } }),
        // All signed-in users may write it, admins may read it.
        blind: f.relationship({ to: 'papers', access: { read: isAdmin } }),
        closed: f.relationship({ to: 'papers', access: { read: isAdmin, create: isAdmin, update: isAdmin } }),
        hidden: f.relationship({ to: 'papers', hidden: true }),
      },
      access: { ...writable, read: () => true },
    }),
  },
})

const actors = {
  ann: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'editor' },
  admin: { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'admin' },
}
const setup = { config, actors }
const shown = ['papers', { name: 'Shown', shown: true }] as const
const unseen = ['papers', { name: 'Unseen' }] as const

/** References to readable and unreadable documents, everywhere. */
const content = {
  one: '{unseen}',
  many: ['{unseen}', '{shown}', '{unseen}'],
  any: { relationTo: 'papers', value: '{unseen}' },
  local: '{unseen}',
  rows: [
    { id: 'r1', link: '{unseen}', note: 'first' },
    { id: 'r2', link: '{shown}' },
  ],
  parts: [{ id: 'p1', blockType: 'card', links: ['{unseen}', '{shown}'] }],
}
const given = {
  shown,
  unseen,
  file: ['files', { title: 'T', ...content, blind: '{unseen}', closed: '{unseen}', hidden: '{unseen}' }],
} as const
const kept = { ...content, blind: '{unseen}', closed: '{unseen}', hidden: '{unseen}' }

scenarios('no reference is lost silently', setup, [
  {
    name: 'update of something else',
    as: 'ann',
    given,
    call: 'PATCH /api/collections/files/{file}',
    body: { title: 'New' },
    answers: { status: 200, doc: content },
    leaves: { file: { title: 'New', ...kept } },
  },
  {
    name: 'update in another locale',
    as: 'ann',
    given,
    call: 'PATCH /api/collections/files/{file}?locale=de',
    body: { title: 'Neu', local: '{shown}', rows: [{ id: 'r2', note: 'zwei' }, { id: 'r1' }] },
    answers: { status: 200, doc: { local: '{shown}' } },
    leaves: {
      file: {
        ...kept,
        title: 'T',
        rows: [
          { id: 'r2', link: '{shown}', note: null },
          { id: 'r1', link: '{unseen}', note: 'first' },
        ],
      },
    },
  },
  {
    name: 'update that sends back what was read',
    as: 'ann',
    given,
    call: 'PATCH /api/collections/files/{file}',
    body: content,
    answers: { status: 200, doc: content },
    leaves: { file: kept },
  },
  {
    name: 'bulk update',
    as: 'ann',
    given,
    call: 'POST /api/collections/files/bulk',
    body: { action: 'update', ids: ['{file}'], data: { title: 'Bulk', many: ['{shown}', '{unseen}'] } },
    answers: { status: 200, body: { succeeded: 1, failed: 0 } },
    leaves: { file: { ...kept, many: ['{shown}', '{unseen}'], title: 'Bulk' } },
  },
  {
    name: 'duplicate: everything readable, in all locales',
    as: 'ann',
    given,
    call: 'POST /api/collections/files/{file}/duplicate',
    answers: { status: 201, doc: content },
    leaves: { file: kept },
    counts: { files: 2 },
  },
  {
    name: 'duplicate with another value for one',
    as: 'ann',
    given,
    call: 'POST /api/collections/files/{file}/duplicate',
    body: { one: '{shown}' },
    answers: { status: 201, doc: { ...content, one: '{shown}' } },
  },
  {
    name: 'copy-locale',
    as: 'ann',
    given,
    call: 'POST /api/collections/files/{file}/copy-locale?locale=all',
    body: { from: 'en', to: 'de' },
    answers: { status: 200, doc: { local: { en: '{unseen}', de: '{unseen}' }, many: content.many } },
    leaves: { file: kept },
  },
])

const notFound = (path: string) => ({
  status: 422,
  code: 'validation',
  issues: [{ code: 'not_found' as const, path }],
})

scenarios('unreadable references cannot be found out by writing', setup, [
  {
    name: 'a guess at an unreadable field, right',
    as: 'ann',
    given,
    call: 'PATCH /api/collections/files/{file}',
    body: { blind: '{unseen}' },
    answers: notFound('blind'),
    leaves: { file: { revision: 1 } },
  },
  {
    name: 'and wrong',
    as: 'ann',
    given: { ...given, other: unseen },
    call: 'PATCH /api/collections/files/{file}',
    body: { blind: '{other}' },
    answers: notFound('blind'),
  },
  {
    name: 'a caller who may read it may send it back',
    as: 'admin',
    given,
    call: 'PATCH /api/collections/files/{file}',
    body: { blind: '{unseen}' },
    answers: { status: 200, doc: { blind: '{unseen}' } },
  },
])
