import { type AnyTestApp, createTestApp, describeEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { items } from './query-catalog.ts'
import { queries, type QueryTable } from './query-table.ts'

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: ['en'] } },
  collections: {
    notes: collection({
      fields: {
        text: f.text(),
        indexed: f.text({ index: true }),
        count: f.number({ index: true }),
        on: f.checkbox(),
        at: f.date(),
        kind: f.select({ options: ['x', 'y'] }),
        seo: f.group({ fields: { rank: f.number() } }),
        label: f.text({ localized: true }),
      },
      access: { read: () => true },
    }),
  },
})

const notes: QueryTable = {
  config,
  collection: 'notes',
  documents: {
    none: {},
    a: {
      text: 'a',
      indexed: 'a',
      count: 10,
      on: true,
      at: '2024-01-01T00:00:00+02:00',
      kind: 'y',
      seo: { rank: 2 },
      label: 'B',
    },
    b: {
      text: 'B',
      indexed: 'B',
      count: 9,
      on: false,
      at: '2023-12-31T23:00:00Z',
      kind: 'x',
      seo: { rank: 1 },
      label: 'A',
    },
    umlaut: { text: 'ä', indexed: 'ä', count: -1.5, at: '2024-01-01', kind: 'x', seo: { rank: -0 } },
    emoji: { text: '😀', indexed: '😀', count: 1e21, on: true, kind: 'y' },
    bmp: { text: '\uffee', indexed: '\uffee', count: 0.1 },
    empty: { text: '', indexed: '', count: 0 },
  },
}

queries('sort', notes, [
  { name: 'by default the newest first', sort: '-createdAt', finds: 'empty bmp emoji umlaut b a none' },
  { name: 'by id', sort: 'id', finds: 'none a b umlaut emoji bmp empty' },
  { name: 'texts by code point, null first', sort: 'text', finds: 'none empty b a umlaut bmp emoji' },
  { name: 'descending, null last', sort: '-text', finds: 'emoji bmp umlaut a b empty none' },
  { name: 'the same with an index', sort: 'indexed', finds: 'none empty b a umlaut bmp emoji' },
  { name: 'the same with an index, descending', sort: '-indexed', finds: 'emoji bmp umlaut a b empty none' },
  { name: 'numbers by value', sort: 'count', finds: 'none umlaut empty bmp b a emoji' },
  { name: 'numbers descending', sort: '-count', finds: 'emoji a b bmp empty umlaut none' },
  { name: 'false before true, ties by id', sort: 'on', finds: 'none umlaut bmp empty b a emoji' },
  { name: 'ties by id in the same direction', sort: '-on', finds: 'emoji a b empty bmp umlaut none' },
  { name: 'dates by instant', sort: 'at', finds: 'none emoji bmp empty a b umlaut' },
  { name: 'in a group', sort: '-seo.rank', finds: 'a b umlaut empty bmp emoji none' },
  { name: 'several fields', sort: ['kind', '-count'], finds: 'bmp empty none b umlaut emoji a' },
  { name: 'ties in the direction of the last', sort: ['-kind', 'revision'], finds: 'a emoji b umlaut none bmp empty' },
  { name: 'the same field twice', sort: ['count', 'count'], finds: 'none umlaut empty bmp b a emoji' },
  { name: 'the same field both ways', sort: ['on', '-on'], finds: 'empty bmp umlaut none b emoji a' },
  { name: 'with a filter', sort: '-text', where: { count: { greater_than: 0 } }, finds: 'emoji bmp a b' },
  { name: 'a localized field', sort: 'label', locale: 'de', where: { label: { exists: true } }, finds: 'b a' },
])

queries('sort by what has no order', { ...items, matrix: 'validation' }, [
  { name: 'by the empty text', sort: '', refuses: ['unknown_field sort.'] },
  { name: 'by a sign only', sort: '-', refuses: ['unknown_field sort.'] },
  { name: 'by two signs', sort: '--name', refuses: ['unknown_field sort.-name'] },
  { name: 'by a plus', sort: '+name', refuses: ['unknown_field sort.+name'] },
  { name: 'by a list of names', sort: 'name,count', refuses: ['unknown_field sort.name,count'] },
  { name: 'by an unknown field', sort: ['name', 'nope'], refuses: ['unknown_field sort.nope'] },
  { name: 'by a virtual field', sort: 'loud', refuses: ['unknown_field sort.loud'] },
  { name: 'by a group', sort: 'seo', refuses: ['unknown_field sort.seo'] },
  { name: 'by many choices', sort: 'tags', refuses: ['type sort.tags'] },
  { name: 'by many references', sort: 'shelves', refuses: ['type sort.shelves'] },
  { name: 'by a pair', sort: 'near', refuses: ['type sort.near'] },
  { name: 'by one member of a pair', sort: 'near.value', refuses: ['type sort.near.value'] },
  { name: 'by a point', sort: 'place', refuses: ['type sort.place'] },
  { name: 'by a rich text', sort: '-body', refuses: ['type sort.body'] },
  { name: 'by json', sort: 'extra', refuses: ['type sort.extra'] },
  { name: 'by a path into json', sort: 'extra.color', refuses: ['type sort.extra.color'] },
  { name: 'by rows', sort: 'rows', refuses: ['type sort.rows'] },
  { name: 'by a field of rows', sort: 'rows.label', refuses: ['type sort.rows.label'] },
  { name: 'by a field of blocks', sort: 'sections.quote.text', refuses: ['type sort.sections.quote.text'] },
  { name: 'by several of these', sort: ['tags', 'nope'], refuses: ['type sort.tags', 'unknown_field sort.nope'] },
])

describeEachDatabase('pages (%s)', (dialect) => {
  let under: AnyTestApp
  beforeAll(async () => {
    under = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl') })
    const made = under.local.asSystem().collection('notes')
    for (let index = 0; index < 25; index += 1) await made.create({ count: index % 3, on: index % 2 === 0 })
  })
  afterAll(() => under?.close())

  test.each(['count', '-count', 'on', '-on', '-createdAt', 'text', '-label'])('of %s never overlap', async (sort) => {
    const pages: { id: string }[][] = []
    for (let page = 1; page <= 4; page += 1) {
      const { body } = await under.request('GET', `/api/collections/notes?sort=${sort}&limit=7&page=${page}`)
      const { docs, pagination } = body as { docs: { id: string }[]; pagination: unknown }
      pages.push(docs)
      expect(pagination).toEqual({
        page,
        limit: 7,
        totalDocs: 25,
        totalPages: 4,
        hasNextPage: page < 4,
        hasPrevPage: page > 1,
        nextPage: page < 4 ? page + 1 : null,
        prevPage: page > 1 ? page - 1 : null,
      })
    }
    expect(pages.map((docs) => docs.length)).toEqual([7, 7, 7, 4])
    const { body } = await under.request('GET', `/api/collections/notes?sort=${sort}&limit=100`)
    expect(pages.flat()).toEqual((body as { docs: unknown[] }).docs)
  })

  test('beyond the last page there is nothing', async () => {
    const { body } = await under.request('GET', '/api/collections/notes?limit=7&page=5')
    expect(body).toEqual({
      docs: [],
      pagination: {
        page: 5,
        limit: 7,
        totalDocs: 25,
        totalPages: 4,
        hasNextPage: false,
        hasPrevPage: true,
        nextPage: null,
        prevPage: 4,
      },
    })
  })
})
