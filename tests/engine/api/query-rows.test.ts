import type { Actor } from '@quirecms/core'
import { collection, defineConfig, f } from 'quirecms'
import { queries, type QueryTable } from './query-table.ts'

const everybody = () => true
const staff: Actor = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const signedIn = ({ actor }: { actor: unknown }) => actor !== null

const shop: QueryTable = {
  config: defineConfig({
    localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: ['en'] } },
    collections: {
      makers: collection({
        fields: { name: f.text(), size: f.number(), secret: f.text({ access: { read: signedIn } }) },
        access: { read: ({ actor }) => (actor ? true : { name: { not_equals: 'Ghost' } }) },
      }),
      firms: collection({
        fields: { name: f.text(), city: f.text(), rooms: f.array({ fields: { floor: f.number() } }) },
        access: { read: everybody },
      }),
      vaults: collection({ fields: { name: f.text() }, access: { read: signedIn } }),
      remarks: collection({
        fields: { on: f.relationship({ to: 'goods' }), stars: f.number(), text: f.text(), open: f.checkbox() },
        access: { read: ({ actor }) => (actor ? true : { open: { equals: true } }) },
      }),
      goods: collection({
        fields: {
          title: f.text({ index: true }),
          links: f.array({
            fields: {
              label: f.text(),
              title: f.text(),
              word: f.text({ localized: true }),
              secret: f.text({ access: { read: signedIn } }),
              parts: f.array({ fields: { size: f.number(), on: f.checkbox() } }),
            },
          }),
          notes: f.array({ localized: true, fields: { a: f.text(), b: f.text() } }),
          sections: f.blocks({
            blocks: {
              quote: { fields: { text: f.text(), by: f.text() } },
              figure: { fields: { text: f.text(), by: f.text() } },
            },
          }),
          makers: f.relationship({ to: 'makers', many: true }),
          owners: f.relationship({ to: ['makers', 'firms'], many: true }),
          vaults: f.relationship({ to: 'vaults', many: true }),
          remarks: f.join({ collection: 'remarks', on: 'on' }),
          tags: f.text({ many: true }),
        },
        access: { read: everybody },
      }),
    },
  }),
  collection: 'goods',
  actors: { staff },
  documents: {
    'makers/ann': { name: 'Ann', size: 1, secret: 'x' },
    'makers/bob': { name: 'Bob', size: 2 },
    'makers/ghost': { name: 'Ghost', size: 9 },
    'firms/acme': { name: 'Acme', city: 'Bern', rooms: [{ floor: 1 }, { floor: 3 }] },
    'firms/other': { name: 'Ann', city: 'Rome' },
    'vaults/deep': { name: 'Deep' },
    // One row holds both values in `one`; in `two`, each is in another row.
    one: {
      title: 'One',
      links: [
        { label: 'a', title: 'b', word: 'hello', secret: 's', parts: [{ size: 1, on: true }] },
        { label: 'c', title: 'd', parts: [{ size: 2 }] },
      ],
      notes: [{ a: 'x', b: 'y' }],
      sections: [
        { blockType: 'quote', text: 'q', by: 'w' },
        { blockType: 'figure', text: 'f', by: 'w' },
      ],
      makers: ['{ann}', '{bob}'],
      owners: [
        { relationTo: 'makers', value: '{ann}' },
        { relationTo: 'firms', value: '{acme}' },
      ],
      vaults: ['{deep}'],
      tags: ['t'],
    },
    two: {
      title: 'Two',
      links: [
        { label: 'a', title: 'd', parts: [{ size: 1 }, { size: 2, on: true }] },
        { label: 'c', title: 'b' },
      ],
      notes: [
        { a: 'x', b: 'z' },
        { a: 'z', b: 'y' },
      ],
      sections: [
        { blockType: 'quote', text: 'f', by: 'w' },
        { blockType: 'quote', text: 'q', by: 'v' },
      ],
      makers: ['{bob}', '{ghost}'],
      owners: [{ relationTo: 'makers', value: '{ghost}' }],
    },
    none: { title: 'b' },
    'remarks/r1': { on: '{one}', stars: 5, text: 'good', open: true },
    'remarks/r2': { on: '{one}', stars: 1, text: 'bad', open: false },
    'remarks/r3': { on: '{two}', stars: 5, text: 'bad', open: true },
    'remarks/r4': { on: '{two}', stars: 1, text: 'good', open: true },
  },
}

const both = { label: { equals: 'a' }, title: { equals: 'b' } }

queries('one row meets all of it', shop, [
  { name: 'some', where: { links: { some: both } }, finds: 'one' },
  {
    name: 'on separate paths, rows may differ',
    where: { 'links.label': { equals: 'a' }, 'links.title': { equals: 'b' } },
    finds: 'one two',
  },
  { name: 'none', where: { links: { none: both } }, finds: 'two none' },
  {
    name: 'every',
    where: { links: { every: { label: { in: ['a', 'c'] }, title: { exists: true } } } },
    finds: 'one two none',
  },
  { name: 'every, if one does not match', where: { links: { every: { label: { equals: 'a' } } } }, finds: 'none' },
  {
    name: 'several operators at once',
    where: { links: { some: both, none: { label: { equals: 'x' } }, exists: true } },
    finds: 'one',
  },
  { name: 'any row at all', where: { links: { some: {} } }, finds: 'one two' },
  { name: 'no row at all', where: { links: { none: {} } }, finds: 'none' },
  { name: 'every row matches an empty condition', where: { links: { every: {} } }, finds: 'one two none' },
  { name: 'not some is none', where: { not: { links: { some: both } } }, finds: 'two none' },
  {
    name: 'and, or and not inside',
    where: { links: { some: { or: [{ label: { equals: 'x' } }, { not: { title: { not_equals: 'd' } } }] } } },
    finds: 'one two',
  },
  {
    name: 'a null inside',
    where: { links: { some: { label: { equals: 'c' }, word: { exists: false } } } },
    finds: 'one two',
  },
  {
    name: 'a field that is indexed elsewhere under the same name',
    where: { links: { some: { title: { equals: 'b' } } } },
    finds: 'one two',
  },
  {
    name: 'two searches of one text',
    where: {
      links: { some: { and: [{ title: { contains: 'B' } }, { title: { starts_with: 'b' } }], label: { like: 'A' } } },
    },
    finds: 'one',
  },
  {
    name: 'rows in rows',
    where: {
      links: { some: { label: { equals: 'a' }, parts: { some: { size: { equals: 1 }, on: { equals: true } } } } },
    },
    finds: 'one',
  },
  {
    name: 'rows of all rows',
    where: { 'links.parts': { some: { size: { equals: 2 }, on: { equals: true } } } },
    finds: 'two',
  },
  { name: 'every row of all rows', where: { 'links.parts': { every: { size: { less_than: 2 } } } }, finds: 'none' },
  { name: 'the id of a row', where: { links: { some: { id: { equals: 'nothing' } } } }, finds: '' },
  {
    name: 'a translation',
    locale: 'de',
    where: { links: { some: { word: { equals: 'hello' }, label: { equals: 'a' } } } },
    finds: 'one',
  },
  {
    name: 'of all locales',
    locale: 'all',
    where: { links: { some: { 'word.en': { equals: 'hello' } } } },
    finds: 'one',
  },
  {
    name: 'translated rows',
    locale: 'de',
    where: { notes: { some: { a: { equals: 'x' }, b: { equals: 'y' } } } },
    finds: 'one',
  },
  {
    name: 'translated rows by name',
    locale: 'all',
    where: { 'notes.en': { some: { a: { equals: 'x' }, b: { equals: 'y' } } } },
    finds: 'one',
  },
  {
    name: 'a block type',
    where: { 'sections.quote': { some: { text: { equals: 'q' }, by: { equals: 'w' } } } },
    finds: 'one',
  },
  {
    name: 'every row of a block type',
    where: { 'sections.quote': { every: { by: { equals: 'w' } } } },
    finds: 'one none',
  },
  {
    name: 'an array of blocks itself has no common fields',
    where: { sections: { some: {} } },
    refuses: ['option where.sections'],
  },
  { name: 'lists of values have no rows', where: { tags: { some: {} } }, refuses: ['option where.tags'] },
])

queries('one document meets all of it', shop, [
  {
    name: 'behind a relationship',
    where: { makers: { some: { name: { equals: 'Bob' }, size: { equals: 2 } } } },
    finds: 'one two',
  },
  {
    name: 'not two of them together',
    where: { makers: { some: { name: { equals: 'Ann' }, size: { equals: 2 } } } },
    finds: '',
  },
  { name: 'none', where: { makers: { none: { name: { equals: 'Ann' } } } }, finds: 'two none' },
  {
    name: 'unreadable documents are not rows',
    where: { makers: { every: { size: { less_than: 3 } } } },
    finds: 'one two none',
  },
  {
    name: 'for callers who may read them, they are',
    as: 'staff',
    where: { makers: { every: { size: { less_than: 3 } } } },
    finds: 'one none',
  },
  {
    name: 'conditions on unreadable documents find nothing',
    where: { makers: { some: { size: { equals: 9 } } } },
    finds: '',
  },
  {
    name: 'its id',
    where: { makers: { some: { id: { equals: '{bob}' }, revision: { equals: 1 } } } },
    finds: 'one two',
  },
  { name: 'any at all', where: { makers: { some: {} } }, finds: 'one two' },
  {
    name: 'a field with a rule',
    where: { makers: { some: { secret: { equals: 'x' } } } },
    refuses: ['unknown_field where.makers.some.secret'],
  },
  {
    name: 'a field with a rule, for some',
    as: 'staff',
    where: { makers: { some: { secret: { equals: 'x' } } } },
    finds: 'one',
  },
  {
    name: 'a field of rows with a rule',
    where: { links: { every: { secret: { equals: 's' } } } },
    refuses: ['unknown_field where.links.every.secret'],
  },
  {
    name: 'a collection that the caller may not read',
    where: { vaults: { some: { name: { equals: 'Deep' } } } },
    refuses: ['unknown_field where.vaults.some.name'],
  },
  { name: 'nor whether it contains any', where: { vaults: { some: {} } }, finds: '' },
  {
    name: 'for callers who may read it',
    as: 'staff',
    where: { vaults: { some: { name: { equals: 'Deep' } } } },
    finds: 'one',
  },
  {
    name: 'in one of several collections',
    where: { owners: { some: { name: { equals: 'Acme' }, city: { equals: 'Bern' } } } },
    finds: 'one',
  },
  {
    name: 'a field that one of them lacks is null there',
    where: { owners: { some: { name: { equals: 'Ann' }, city: { equals: null } } } },
    finds: 'one',
  },
  {
    name: 'every, in several collections',
    where: { owners: { every: { city: { not_equals: 'Bern' } } } },
    finds: 'two none',
  },
  {
    name: 'an array that only one of them has',
    where: { owners: { some: { rooms: { some: { floor: { greater_than: 2 } } } } } },
    finds: 'one',
  },
  {
    name: 'no rows in a collection without them',
    where: { owners: { some: { name: { equals: 'Ann' }, rooms: { none: { floor: { equals: 3 } } } } } },
    finds: 'one',
  },
  {
    name: 'a field that none of them has',
    where: { owners: { some: { nothing: { equals: 1 } } } },
    refuses: ['unknown_field where.owners.some.nothing'],
  },
  { name: 'a join', where: { remarks: { some: { stars: { equals: 5 }, text: { equals: 'good' } } } }, finds: 'one' },
  {
    name: 'a join, with only readable documents',
    where: { remarks: { every: { stars: { equals: 5 } } } },
    finds: 'one none',
  },
  {
    name: 'a join, with all documents',
    as: 'staff',
    where: { remarks: { every: { stars: { equals: 5 } } } },
    finds: 'none',
  },
  { name: 'a join without documents', where: { remarks: { none: { stars: { equals: 1 } } } }, finds: 'one none' },
  {
    name: 'through a document and back',
    where: { remarks: { some: { stars: { equals: 5 }, 'on.makers': { some: { name: { equals: 'Ann' } } } } } },
    finds: 'one',
  },
  {
    name: 'together with other values',
    where: { title: { equals: 'One' }, remarks: { some: { stars: { equals: 5 } } } },
    finds: 'one',
  },
])

/** `{ links: { some: { parts: { some: … } } } }` can't be nested arbitrarily; `not` can. */
function deep(levels: number): Record<string, unknown> {
  let where: Record<string, unknown> = { label: { exists: true } }
  for (let level = 1; level < levels; level += 1) where = { not: where }
  return { links: { some: where } }
}

/** Each level goes two documents further: back, and on to the next. */
function afar(remarks: number): Record<string, unknown> {
  let where: Record<string, unknown> = { stars: { equals: 5 } }
  for (let one = 1; one < remarks; one += 1) where = { 'on.remarks': { some: where } }
  return { remarks: { some: where } }
}

const conditions = (count: number) => ({ and: Array.from({ length: count }, () => ({ label: { exists: true } })) })

queries('what is asked of rows counts too', { ...shop, matrix: 'validation' }, [
  { name: '10 levels', where: deep(10), finds: '' },
  { name: '11 levels', where: deep(11), refuses: ['max where.links.some'] },
  { name: '100 conditions', where: { links: { some: conditions(99) } }, finds: 'one two' },
  { name: '101 conditions', where: { links: { some: conditions(100) } }, refuses: ['max where'] },
  {
    name: '51 words',
    where: { links: { some: { or: Array.from({ length: 51 }, () => ({ label: { contains: 'a' } })) } } },
    refuses: ['max where'],
  },
  { name: 'five documents away', where: afar(3), finds: 'one two' },
  {
    name: 'seven documents away',
    where: afar(4),
    refuses: ['max where.remarks.some.on.remarks.some.on.remarks.some.on.remarks'],
  },
  { name: 'a value that is not a query', where: { links: { some: 'x' } }, refuses: ['type where.links.some'] },
  { name: 'a list', where: { links: { none: [] } }, refuses: ['type where.links.none'] },
  {
    name: 'an unknown path',
    where: { links: { every: { nothing: { equals: 1 } } } },
    refuses: ['unknown_field where.links.every.nothing'],
  },
  {
    name: 'a path of the outer document',
    where: { links: { some: { createdAt: { exists: true } } } },
    refuses: ['unknown_field where.links.some.createdAt'],
  },
  {
    name: 'an unknown operator',
    where: { links: { some: { label: { any: 1 } } } },
    refuses: ['option where.links.some.label'],
  },
  {
    name: 'a value of another type',
    where: { remarks: { some: { stars: { equals: 'five' } } } },
    refuses: ['type where.remarks.some.stars'],
  },
])
