import type { Actor } from '@quirecms/core'
import { collection, defineConfig, f } from 'quirecms'
import { queries, type QueryTable } from './query-table.ts'

const everybody = () => true
const staff: Actor = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const signedIn = ({ actor }: { actor: unknown }) => actor !== null

const library: QueryTable = {
  config: defineConfig({
    collections: {
      people: collection({
        fields: {
          name: f.text(),
          age: f.number({ access: { read: signedIn } }),
          hidden: f.text({ hidden: true }),
          boss: f.relationship({ to: 'people' }),
          roles: f.select({ options: ['a', 'b'], many: true }),
          books: f.join({ collection: 'books', on: 'author' }),
        },
        access: { read: ({ actor }) => (actor ? true : { name: { not_equals: 'Ghost' } }) },
      }),
      firms: collection({ fields: { name: f.text(), size: f.number() }, access: { read: everybody } }),
      vaults: collection({ fields: { name: f.text() }, access: { read: signedIn } }),
      books: collection({
        fields: {
          title: f.text(),
          author: f.relationship({ to: 'people' }),
          helpers: f.relationship({ to: 'people', many: true }),
          owner: f.relationship({ to: ['people', 'firms'] }),
          vault: f.relationship({ to: 'vaults' }),
          chapters: f.array({ fields: { by: f.relationship({ to: 'people' }) } }),
        },
        access: { read: everybody },
      }),
    },
  }),
  collection: 'books',
  actors: { staff },
  documents: {
    'people/chief': { name: 'Chief', age: 60, hidden: 'x' },
    'people/ann': { name: 'Ann', age: 30, boss: '{chief}', roles: ['a'] },
    'people/bob': { name: 'Bob', age: 40, roles: ['a', 'b'] },
    'people/nameless': { age: 50 },
    'people/ghost': { name: 'Ghost', age: 99 },
    'firms/acme': { name: 'Acme', size: 7 },
    'firms/shell': { size: 9 },
    'vaults/deep': { name: 'Deep' },
    a: { title: 'A', author: '{ann}', helpers: ['{bob}', '{ghost}'], owner: { relationTo: 'people', value: '{ann}' } },
    b: { title: 'B', author: '{bob}', helpers: ['{ann}', '{bob}'], owner: { relationTo: 'firms', value: '{acme}' } },
    g: { title: 'G', author: '{ghost}', owner: { relationTo: 'people', value: '{ghost}' }, vault: '{deep}' },
    n: { title: 'N', author: '{nameless}', owner: { relationTo: 'firms', value: '{shell}' } },
    r: { title: 'R', chapters: [{}, { by: '{ann}' }] },
    none: { title: 'None' },
  },
}

queries('paths through relationships to one', library, [
  { name: 'a field', where: { 'author.name': { equals: 'Ann' } }, finds: 'a' },
  { name: 'its negation', where: { 'author.name': { not_equals: 'Ann' } }, finds: 'b g n r none' },
  { name: 'a search', where: { 'author.name': { contains: 'B' } }, finds: 'b' },
  { name: 'a list of values', where: { 'author.name': { in: ['Ann', 'Bob', 'Ghost'] } }, finds: 'a b' },
  { name: 'an unreadable target is null', where: { 'author.name': { equals: null } }, finds: 'g n r none' },
  {
    name: 'for callers who may read it, it is not',
    as: 'staff',
    where: { 'author.name': { equals: null } },
    finds: 'n r none',
  },
  { name: 'a system field', where: { 'author.revision': { equals: 1 } }, finds: 'a b n' },
  {
    name: 'the id of the target, if it is readable',
    where: { 'author.id': { exists: true } },
    finds: 'a b n',
  },
  { name: 'two steps', where: { 'author.boss.name': { equals: 'Chief' } }, finds: 'a' },
  { name: 'into a list', where: { 'author.roles': { all: ['a', 'b'] } }, finds: 'b' },
  { name: 'in rows', where: { 'chapters.by.name': { equals: 'Ann' } }, finds: 'r' },
  {
    name: 'a field with a rule',
    where: { 'author.age': { greater_than: 1 } },
    refuses: ['unknown_field where.author.age'],
  },
  { name: 'a field with a rule, for some', as: 'staff', where: { 'author.age': { greater_than: 35 } }, finds: 'b g n' },
  {
    name: 'a hidden field',
    as: 'staff',
    where: { 'author.hidden': { exists: true } },
    refuses: ['unknown_field where.author.hidden'],
  },
  {
    name: 'an unknown field',
    where: { 'author.nope': { exists: true } },
    refuses: ['unknown_field where.author.nope'],
  },
  {
    name: 'into a collection that may not be read',
    where: { 'vault.name': {} },
    refuses: ['unknown_field where.vault.name'],
  },
  { name: 'the id of an unreadable document', where: { 'vault.id': {} }, refuses: ['unknown_field where.vault.id'] },
  { name: 'for callers who may read it', as: 'staff', where: { 'vault.name': { equals: 'Deep' } }, finds: 'g' },
  { name: 'five steps', where: { 'author.boss.boss.boss.boss.name': { exists: true } }, finds: '' },
  {
    name: 'six steps',
    where: { 'author.boss.boss.boss.boss.boss.name': { exists: true } },
    refuses: ['max where.author.boss.boss.boss.boss.boss.name'],
  },
  {
    name: 'six steps, then an unknown field',
    where: { 'author.boss.boss.boss.boss.boss.nothing': { exists: true } },
    refuses: ['max where.author.boss.boss.boss.boss.boss.nothing'],
  },
  {
    name: 'six steps through an unreadable field',
    where: { 'vault.boss.boss.boss.boss.boss.name': { exists: true } },
    refuses: ['unknown_field where.vault.boss.boss.boss.boss.boss.name'],
  },
  {
    name: 'sorted by six steps',
    sort: 'author.boss.boss.boss.boss.boss.name',
    refuses: ['max sort.author.boss.boss.boss.boss.boss.name'],
  },
  { name: 'sorted', sort: ['author.name', 'title'], finds: 'g n none r a b' },
  { name: 'sorted in the other direction', sort: ['-author.name', 'title'], finds: 'b a g n none r' },
  {
    name: 'sorted by a field that some callers may not read',
    as: 'staff',
    sort: '-author.name',
    finds: 'g b a none r n',
  },
  { name: 'sorted by a field with a rule', sort: 'author.age', refuses: ['unknown_field sort.author.age'] },
  { name: 'sorted through rows', sort: 'chapters.by.name', refuses: ['type sort.chapters.by.name'] },
])

queries('paths through relationships to many', library, [
  { name: 'some of them', where: { 'helpers.name': { equals: 'Bob' } }, finds: 'a b' },
  { name: 'none of them', where: { 'helpers.name': { not_equals: 'Ann' } }, finds: 'a g n r none' },
  { name: 'an unreadable one', where: { 'helpers.name': { equals: 'Ghost' } }, finds: '' },
  { name: 'counts as null among them', where: { 'helpers.name': { equals: null } }, finds: 'a g n r none' },
  {
    name: 'for callers who may read it, it does not',
    as: 'staff',
    where: { 'helpers.name': { equals: null } },
    finds: 'g n r none',
  },
  { name: 'all, over all of them', where: { 'helpers.roles': { all: ['a', 'b'] } }, finds: 'a b' },
  { name: 'cannot be sorted', sort: 'helpers.name', refuses: ['type sort.helpers.name'] },
])

queries('paths through relationships to several collections', library, [
  { name: 'in either', where: { 'owner.name': { in: ['Ann', 'Acme'] } }, finds: 'a b' },
  { name: 'in the only collection that has it', where: { 'owner.size': { greater_than: 5 } }, finds: 'b n' },
  { name: 'not in either', where: { 'owner.name': { not_in: ['Ann', 'Acme'] } }, finds: 'g n r none' },
  { name: 'nothing in any', where: { 'owner.name': { equals: null } }, finds: 'g n r none' },
  { name: 'something in one', where: { 'owner.name': { not_equals: null } }, finds: 'a b' },
  { name: 'exists', where: { 'owner.name': { exists: true } }, finds: 'a b' },
  { name: 'does not', where: { 'owner.name': { exists: false } }, finds: 'g n r none' },
  { name: 'one of these, or null', where: { 'owner.name': { in: ['Ann', null] } }, finds: 'a g n r none' },
  { name: 'none of these, and not null', where: { 'owner.name': { not_in: ['Ann', null] } }, finds: 'b' },
  {
    name: 'with the targets',
    where: { 'owner.relationTo': { equals: 'firms' }, 'owner.name': { equals: null } },
    finds: 'n',
  },
  { name: 'cannot be sorted', sort: 'owner.name', refuses: ['type sort.owner.name'] },
])

queries('paths through joins', { ...library, collection: 'people', documents: inPeople(library) }, [
  { name: 'some of them', where: { 'books.title': { equals: 'A' } }, finds: 'ann' },
  { name: 'any', where: { books: { exists: true } }, finds: 'ann bob nameless' },
  { name: 'none', where: { books: { exists: false } }, finds: 'chief' },
  { name: 'none, as null', where: { books: { equals: null } }, finds: 'chief' },
  { name: 'and back', where: { 'books.helpers.name': { equals: 'Ann' } }, finds: 'bob' },
  { name: 'cannot be sorted', sort: 'books.title', refuses: ['type sort.books.title'] },
])

/** The same documents, seen from the people. */
function inPeople({ documents }: QueryTable): QueryTable['documents'] {
  const named = Object.entries(documents).map(([name, data]) => {
    if (name.startsWith('people/')) return [name.slice('people/'.length), data] as const
    return [name.includes('/') ? name : `books/${name}`, data] as const
  })
  return Object.fromEntries(named)
}
