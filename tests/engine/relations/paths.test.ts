import { collection, defineConfig, f } from 'quirecms'
import { queries, type QueryTable } from '../api/query-table.ts'

const everybody = { read: () => true }

/**
 * All kinds of paths between documents: one, many, polymorphic, in rows, in blocks, localized, and back through joins.
 */
const library: QueryTable = {
  config: defineConfig({
    localization: { locales: ['en', 'de', 'fr'], defaultLocale: 'en', fallback: { de: ['en'], fr: ['de', 'en'] } },
    collections: {
      people: collection({
        fields: {
          name: f.text(),
          age: f.number(),
          bio: f.text({ localized: true }),
          mentor: f.relationship({ to: 'people' }),
          links: f.relationship({ to: ['people', 'clubs'], many: true }),
          books: f.join({ collection: 'books', on: 'author' }),
          shelf: f.group({ fields: { reviews: f.join({ collection: 'books', on: 'reviewers' }) } }),
          mentees: f.join({ collection: 'people', on: 'mentor' }),
          quotes: f.join({ collection: 'books', on: 'parts.quote.by' }),
          portraits: f.join({ collection: 'books', on: 'about' }),
        },
        access: everybody,
      }),
      clubs: collection({
        fields: {
          name: f.text(),
          age: f.text(),
          motto: f.text(),
          links: f.relationship({ to: ['people', 'clubs'], many: true }),
        },
        access: everybody,
      }),
      books: collection({
        fields: {
          title: f.text({ localized: true }),
          author: f.relationship({ to: 'people' }),
          reviewers: f.relationship({ to: 'people', many: true }),
          about: f.relationship({ to: ['people', 'clubs'] }),
          related: f.relationship({ to: ['people', 'clubs', 'books'], many: true }),
          translator: f.relationship({ to: 'people', localized: true }),
          sources: f.array({ fields: { person: f.relationship({ to: 'people' }), note: f.text() } }),
          // Two blocks with a field of the same name, one of which is named like a field of the other.
          parts: f.blocks({
            blocks: {
              quote: { fields: { by: f.relationship({ to: 'people' }), card: f.relationship({ to: 'people' }) } },
              card: { fields: { by: f.relationship({ to: 'clubs' }), person: f.relationship({ to: 'people' }) } },
            },
          }),
          deep: f.group({
            fields: { deeper: f.group({ fields: { person: f.relationship({ to: 'people' }) } }) },
          }),
        },
        access: everybody,
      }),
    },
  }),
  collection: 'books',
  documents: {
    'clubs/chess': { name: 'Chess', age: 'old', motto: 'Mate' },
    'people/ann': { name: 'Ann', age: 60, bio: 'Wise', links: [{ relationTo: 'clubs', value: '{chess}' }] },
    'people/bob': { name: 'Bob', age: 30, mentor: '{ann}', links: [{ relationTo: 'people', value: '{ann}' }] },
    'people/cid': { name: 'Cid', mentor: '{bob}' },
    'people/noname': {},
    'clubs/go': { name: 'Go', links: [{ relationTo: 'clubs', value: '{chess}' }] },
    'books/one': {
      title: 'One',
      author: '{ann}',
      reviewers: ['{bob}', '{cid}'],
      about: { relationTo: 'people', value: '{bob}' },
      related: [
        { relationTo: 'people', value: '{ann}' },
        { relationTo: 'clubs', value: '{chess}' },
      ],
      sources: [{ person: '{cid}', note: 'x' }, { person: null }],
      parts: [
        { blockType: 'quote', by: '{ann}' },
        { blockType: 'card', by: '{chess}', person: '{bob}' },
      ],
    },
    'books/two': {
      title: 'Two',
      author: '{bob}',
      about: { relationTo: 'clubs', value: '{chess}' },
      related: [{ relationTo: 'books', value: '{one}' }],
      translator: '{ann}',
      parts: [{ blockType: 'quote', by: '{bob}', card: '{ann}' }],
      deep: { deeper: { person: '{ann}' } },
    },
    'books/three': { title: 'Three', author: '{cid}', about: { relationTo: 'people', value: '{noname}' } },
    'books/none': { title: 'None' },
  },
}

queries('paths through relationships', library, [
  { name: 'to one', where: { 'author.name': { equals: 'Ann' } }, finds: 'one' },
  { name: 'to one, two steps', where: { 'author.mentor.name': { equals: 'Ann' } }, finds: 'two' },
  { name: 'to one, three steps', where: { 'author.mentor.mentor.name': { equals: 'Ann' } }, finds: 'three' },
  { name: 'to a system field of the target', where: { 'author.id': { equals: '{ann}' } }, finds: 'one' },
  { name: 'order', where: { 'author.age': { less_than: 50 } }, finds: 'two' },
  { name: 'search', where: { 'author.name': { contains: 'i' } }, finds: 'three' },
  { name: 'in', where: { 'author.name': { in: ['Ann', 'Cid'] } }, finds: 'one three' },
  {
    name: 'not_in matches documents without a target',
    where: { 'author.name': { not_in: ['Ann', 'Cid'] } },
    finds: 'two none',
  },
  {
    name: 'not_equals matches documents without a target',
    where: { 'author.name': { not_equals: 'Ann' } },
    finds: 'two three none',
  },
  { name: 'null also matches a missing target', where: { 'author.age': { equals: null } }, finds: 'three none' },
  { name: 'a value', where: { 'author.age': { exists: true } }, finds: 'one two' },
  { name: 'no value', where: { 'author.age': { exists: false } }, finds: 'three none' },
  { name: 'to many: some', where: { 'reviewers.name': { equals: 'Cid' } }, finds: 'one' },
  { name: 'to many: none', where: { 'reviewers.name': { not_equals: 'Cid' } }, finds: 'two three none' },
  { name: 'to many: a null among them', where: { 'reviewers.age': { equals: null } }, finds: 'one two three none' },
  { name: 'to many: no value at all', where: { 'reviewers.age': { exists: false } }, finds: 'two three none' },
  { name: 'in rows', where: { 'sources.person.mentor.name': { equals: 'Bob' } }, finds: 'one' },
  { name: 'in groups', where: { 'deep.deeper.person.name': { equals: 'Ann' } }, finds: 'two' },
  { name: 'in a block', where: { 'parts.quote.by.name': { in: ['Ann', 'Chess'] } }, finds: 'one' },
  {
    name: 'in a block with a field of the same name',
    where: { 'parts.card.by.motto': { equals: 'Mate' } },
    finds: 'one',
  },
  { name: 'in a block named like a field', where: { 'parts.card.person.name': { equals: 'Bob' } }, finds: 'one' },
  { name: 'by a field named like a block', where: { 'parts.quote.card.name': { equals: 'Ann' } }, finds: 'two' },
  {
    name: 'a field of one block is unknown in the other',
    where: { 'parts.quote.by.motto': { equals: 'Mate' } },
    refuses: ['unknown_field where.parts.quote.by.motto'],
  },
  {
    name: 'five documents away',
    where: { 'author.mentees.mentees.mentor.mentor.name': { equals: 'Ann' } },
    finds: 'one',
  },
  {
    name: 'six are too many',
    where: { 'author.mentees.mentees.mentor.mentor.mentor.name': { exists: false } },
    refuses: ['max where.author.mentees.mentees.mentor.mentor.mentor.name'],
  },
  { name: 'sorted by one', sort: 'author.name', finds: 'none one two three' },
  { name: 'sorted by two steps, backwards', sort: ['-author.mentor.name', 'title'], finds: 'three two none one' },
  { name: 'not sorted by many', sort: 'reviewers.name', refuses: ['type sort.reviewers.name'] },
  { name: 'not sorted by rows', sort: 'sources.person.name', refuses: ['type sort.sources.person.name'] },
  { name: 'not sorted by a join', sort: 'author.books.title', refuses: ['type sort.author.books.title'] },
  { name: 'not sorted by a list', sort: 'about.name', refuses: ['type sort.about.name'] },
])

queries('paths through polymorphic relationships', library, [
  { name: 'some collection', where: { 'about.name': { equals: 'Chess' } }, finds: 'two' },
  { name: 'another one', where: { 'about.name': { equals: 'Bob' } }, finds: 'one' },
  { name: 'a field of one of them', where: { 'about.motto': { equals: 'Mate' } }, finds: 'two' },
  { name: 'many', where: { 'related.name': { equals: 'Chess' } }, finds: 'one' },
  { name: 'not', where: { 'about.name': { not_equals: 'Bob' } }, finds: 'two three none' },
  { name: 'null is a value in none', where: { 'about.name': { equals: null } }, finds: 'three none' },
  { name: 'not null', where: { 'about.name': { not_equals: null } }, finds: 'one two' },
  { name: 'null in a list', where: { 'about.name': { in: [null] } }, finds: 'three none' },
  { name: 'null and a value in a list', where: { 'about.name': { in: [null, 'Bob'] } }, finds: 'one three none' },
  { name: 'not null in a list', where: { 'about.name': { not_in: [null] } }, finds: 'one two' },
  { name: 'neither null nor a value', where: { 'about.name': { not_in: [null, 'Bob'] } }, finds: 'two' },
  { name: 'exists', where: { 'about.name': { exists: true } }, finds: 'one two' },
  { name: 'exists not', where: { 'about.name': { exists: false } }, finds: 'three none' },
  { name: 'many without any', where: { 'related.name': { exists: false } }, finds: 'two three none' },
  { name: 'a number in one, a text in another: a number', where: { 'about.age': { equals: 30 } }, finds: 'one' },
  { name: 'a number in one, a text in another: a text', where: { 'about.age': { equals: 'old' } }, finds: 'two' },
  { name: 'an operator of one of them', where: { 'about.age': { starts_with: 'o' } }, finds: 'two' },
  { name: 'a value of neither', where: { 'about.age': { equals: true } }, refuses: ['type where.about.age'] },
  { name: 'an operator of neither', where: { 'about.age': { all: [] } }, refuses: ['option where.about.age'] },
  { name: 'further through both', where: { 'about.links.name': { equals: 'Ann' } }, finds: 'one' },
  { name: 'further through both, twice', where: { 'about.links.links.name': { equals: 'Chess' } }, finds: 'one' },
  { name: 'further from many', where: { 'related.links.motto': { equals: 'Mate' } }, finds: 'one' },
  { name: 'the same collection again', where: { 'related.related.name': { equals: 'Ann' } }, finds: 'two' },
  { name: 'by collection', where: { 'related.relationTo': { equals: 'books' } }, finds: 'two' },
  { name: 'by document', where: { 'about.value': { equals: '{chess}' } }, finds: 'two' },
  { name: 'the pair', where: { about: { equals: { relationTo: 'clubs', value: '{chess}' } } }, finds: 'two' },
  {
    name: 'the id of another collection',
    where: { about: { equals: { relationTo: 'people', value: '{chess}' } } },
    finds: '',
  },
  {
    name: 'an unknown field in all of them',
    where: { 'about.nope': { exists: true } },
    refuses: ['unknown_field where.about.nope'],
  },
])

queries('paths through joins', { ...library, collection: 'people' }, [
  { name: 'who points here', where: { 'books.title': { equals: 'Two' } }, finds: 'bob' },
  { name: 'from many', where: { 'shelf.reviews.title': { equals: 'One' } }, finds: 'bob cid' },
  { name: 'from a block', where: { 'quotes.title': { equals: 'Two' } }, finds: 'bob' },
  { name: 'from a polymorphic relationship', where: { 'portraits.title': { exists: true } }, finds: 'bob noname' },
  { name: 'any at all', where: { books: { exists: true } }, finds: 'ann bob cid' },
  { name: 'none', where: { books: { exists: false } }, finds: 'noname' },
  { name: 'null matches none', where: { 'shelf.reviews': { equals: null } }, finds: 'ann noname' },
  { name: 'and back again', where: { 'books.author.mentor.name': { equals: 'Ann' } }, finds: 'bob' },
  { name: 'to the document itself', where: { 'mentees.mentees.name': { equals: 'Cid' } }, finds: 'ann' },
  { name: 'a join itself has no value', where: { books: { equals: '{one}' } }, refuses: ['type where.books'] },
  { name: 'the id of those that point here', where: { 'books.id': { equals: '{one}' } }, finds: 'ann' },
])

queries('paths in a locale', library, [
  { name: 'a localized field of the target', where: { 'author.bio': { equals: 'Wise' } }, finds: 'one' },
  { name: 'with its fallbacks', where: { 'author.bio': { equals: 'Wise' } }, locale: 'fr', finds: 'one' },
  { name: 'a localized relationship', where: { 'translator.name': { equals: 'Ann' } }, locale: 'de', finds: 'two' },
  {
    name: 'one locale of it',
    where: { 'translator.en.name': { equals: 'Ann' }, 'translator.de.name': { exists: false } },
    locale: 'all',
    finds: 'two',
  },
  {
    name: 'one locale of the target',
    where: { 'author.bio.en': { equals: 'Wise' } },
    locale: 'all',
    finds: 'one',
  },
  {
    name: 'a locale only if all locales are read',
    where: { 'author.bio.en': { equals: 'Wise' } },
    refuses: ['unknown_field where.author.bio.en'],
  },
  { name: 'sorted', sort: ['-author.bio', 'title'], locale: 'de', finds: 'one none three two' },
])
