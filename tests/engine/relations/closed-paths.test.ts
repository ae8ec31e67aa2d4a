import { type Actor, collection, defineConfig, f } from 'quirecms'
import { queries, type QueryTable } from '../api/query-table.ts'

const isAdmin = ({ actor }: { actor: Actor | null }) => actor?.['role'] === 'admin'
const open = { read: () => true }

const archive: QueryTable = {
  actors: { admin: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'admin' } },
  config: defineConfig({
    collections: {
      people: collection({
        fields: {
          name: f.text(),
          salary: f.number({ access: { read: isAdmin } }),
          pin: f.text({ hidden: true }),
          mood: f.text({ access: { read: ({ doc }) => doc?.['name'] === 'Ann' } }),
          rank: f.text({ access: { read: ({ id }) => id !== 'x' } }),
          grade: f.text({ access: { read: ({ doc }) => doc !== undefined && !Object.hasOwn(doc, 'pin') } }),
          signed: f.join({ collection: 'papers', on: 'signer' }),
          sealed: f.join({ collection: 'papers', on: 'sealer' }),
          noted: f.join({ collection: 'papers', on: 'notes.by' }),
          filed: f.join({ collection: 'papers', on: 'file.by' }),
          minded: f.join({ collection: 'papers', on: 'minder' }),
          vaulted: f.join({ collection: 'vaults', on: 'owner' }),
          published: f.join({ collection: 'papers', on: 'author', access: { read: isAdmin } }),
        },
        access: open,
      }),
      papers: collection({
        fields: {
          title: f.text(),
          author: f.relationship({ to: 'people' }),
          signer: f.relationship({ to: 'people', access: { read: isAdmin } }),
          sealer: f.relationship({ to: 'people', hidden: true }),
          notes: f.array({ fields: { by: f.relationship({ to: 'people', access: { read: isAdmin } }) } }),
          file: f.group({ access: { read: isAdmin }, fields: { by: f.relationship({ to: 'people' }) } }),
          minder: f.relationship({ to: 'people', access: { read: ({ doc }) => doc?.['title'] === 'One' } }),
          vault: f.relationship({ to: 'vaults' }),
          any: f.relationship({ to: ['vaults', 'people'] }),
        },
        access: { read: (args) => isAdmin(args) || { title: { not_equals: 'Secret' } } },
      }),
      vaults: collection({
        fields: { name: f.text(), owner: f.relationship({ to: 'people' }) },
        access: { read: isAdmin },
      }),
    },
  }),
  collection: 'people',
  documents: {
    'people/ann': { name: 'Ann', salary: 9, pin: '0000', mood: 'good', rank: 'r', grade: 'g' },
    'people/bob': { name: 'Bob', salary: 5 },
    'vaults/vault': { name: 'Vault', owner: '{ann}' },
    'papers/one': {
      title: 'One',
      author: '{bob}',
      signer: '{ann}',
      sealer: '{ann}',
      notes: [{ by: '{ann}' }],
      file: { by: '{ann}' },
      minder: '{ann}',
      vault: '{vault}',
      any: { relationTo: 'vaults', value: '{vault}' },
    },
    'papers/secret': { title: 'Secret', author: '{ann}', signer: '{bob}' },
  },
}

const closed = (where: Readonly<Record<string, unknown>>) => {
  const [path = ''] = Object.keys(where)
  return { name: `${path} is unknown`, where, refuses: [`unknown_field where.${path}`] }
}

queries('joins over relationships that may not be read', archive, [
  closed({ 'signed.title': { equals: 'One' } }),
  closed({ signed: { exists: true } }),
  closed({ 'sealed.title': { equals: 'One' } }),
  closed({ 'noted.title': { equals: 'One' } }),
  closed({ 'filed.title': { equals: 'One' } }),
  closed({ 'minded.title': { equals: 'One' } }),
  closed({ 'vaulted.name': { equals: 'Vault' } }),
  closed({ vaulted: { exists: false } }),
  closed({ 'published.title': { equals: 'One' } }),
  {
    name: 'are open to readers who may read them',
    as: 'admin',
    where: { 'signed.title': { equals: 'One' } },
    finds: 'ann',
  },
  { name: 'in rows too', as: 'admin', where: { 'noted.title': { equals: 'One' } }, finds: 'ann' },
  { name: 'in groups too', as: 'admin', where: { 'filed.title': { equals: 'One' } }, finds: 'ann' },
  { name: 'and whole collections', as: 'admin', where: { vaulted: { exists: true } }, finds: 'ann' },
  {
    name: 'but hidden fields are closed to all',
    as: 'admin',
    where: { sealed: { exists: true } },
    refuses: ['unknown_field where.sealed'],
  },
  {
    name: 'and fields with a rule about the document cannot be queried',
    as: 'admin',
    where: { minded: { exists: true } },
    refuses: ['unknown_field where.minded'],
  },
  closed({ rank: { equals: 'r' } }),
  closed({ grade: { equals: 'g' } }),
])

queries('targets that may not be read', { ...archive, collection: 'papers' }, [
  closed({ 'author.salary': { equals: 9 } }),
  closed({ 'author.pin': { equals: '0000' } }),
  closed({ 'author.mood': { equals: 'good' } }),
  closed({ 'author.rank': { equals: 'r' } }),
  closed({ 'author.grade': { equals: 'g' } }),
  closed({ 'author.signed.title': { equals: 'One' } }),
  closed({ 'vault.name': { equals: 'Vault' } }),
  closed({ 'signer.name': { equals: 'Ann' } }),
  closed({ 'file.by.name': { equals: 'Ann' } }),
  { name: 'of several collections, the readable ones count', where: { 'any.name': { exists: true } }, finds: '' },
  {
    name: 'and more of them for callers who may read more',
    as: 'admin',
    where: { 'any.name': { equals: 'Vault' } },
    finds: 'one',
  },
  { name: 'sort: unknown too', sort: 'author.salary', refuses: ['unknown_field sort.author.salary'] },
  { name: 'an unreadable document counts as missing', where: { 'author.name': { exists: true } }, finds: 'one' },
])

queries('documents that may not be read', archive, [
  { name: 'do not count in a join', as: 'admin', where: { 'published.title': { equals: 'Secret' } }, finds: 'ann' },
  { name: 'nor for an admin who may read it', as: 'admin', where: { published: { exists: true } }, finds: 'ann bob' },
])
