import { collection, defineConfig, f } from 'quirecms'
import type { QueryTable } from './query-table.ts'

const everybody = () => true

/** One field of every type, at the top and at every kind of place below. */
export const catalog = defineConfig({
  collections: {
    shelves: collection({ fields: { name: f.text() }, access: { read: everybody } }),
    items: collection({
      fields: {
        name: f.text({ index: true }),
        words: f.textarea(),
        mail: f.email(),
        link: f.url(),
        slug: f.slug(),
        source: f.code(),
        count: f.number({ integer: true, index: true }),
        ratio: f.number(),
        on: f.checkbox(),
        at: f.date({ index: true }),
        kind: f.select({ options: ['x', 'y', 'z'] }),
        tags: f.select({ options: ['x', 'y', 'z'], many: true }),
        shelf: f.relationship({ to: 'shelves' }),
        shelves: f.relationship({ to: 'shelves', many: true }),
        near: f.relationship({ to: ['shelves', 'items'] }),
        around: f.relationship({ to: ['shelves', 'items'], many: true }),
        extra: f.json(),
        place: f.point(),
        body: f.richText(),
        loud: f.virtual({ value: ({ doc }) => `${doc['name'] as string}!` }),
        seo: f.group({ fields: { note: f.text(), inner: f.group({ fields: { n: f.number() } }) } }),
        rows: f.array({
          fields: {
            label: f.text(),
            amount: f.number(),
            at: f.date(),
            tags: f.select({ options: ['x', 'y'], many: true }),
            parts: f.array({ fields: { v: f.text() } }),
          },
        }),
        sections: f.blocks({
          blocks: {
            quote: { fields: { text: f.text(), by: f.relationship({ to: 'shelves' }) } },
            image: { fields: { text: f.text(), size: f.number() } },
          },
        }),
      },
      access: { read: everybody },
    }),
  },
})

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

/** Two full documents and one with nothing in it. */
export const items: QueryTable = {
  config: catalog,
  collection: 'items',
  documents: {
    'shelves/top': { name: 'Top' },
    'shelves/low': { name: 'Low' },
    none: {},
    one: {
      name: 'Alpha one',
      words: 'First\nline',
      mail: 'one@example.com',
      link: 'https://example.com/one',
      slug: 'alpha-one',
      source: 'let one = 1',
      count: 1,
      ratio: 0.5,
      on: true,
      at: '2024-03-01T10:00:00Z',
      kind: 'x',
      tags: ['x', 'y'],
      shelf: '{top}',
      shelves: ['{top}', '{low}'],
      near: { relationTo: 'shelves', value: '{top}' },
      around: [{ relationTo: 'shelves', value: '{low}' }],
      extra: { color: 'red', size: 3, deep: { list: [1, 2], flag: true } },
      place: [10, 50],
      body: paragraph('Rich one'),
      seo: { note: 'Note one', inner: { n: 1 } },
      rows: [
        { label: 'Row a', amount: 1, at: '2024-01-01', tags: ['x'], parts: [{ v: 'p' }] },
        { label: 'Row b', amount: 2, at: '2024-02-01', tags: [], parts: [] },
      ],
      sections: [
        { blockType: 'quote', text: 'Quoted', by: '{top}' },
        { blockType: 'image', text: 'Pictured', size: 7 },
      ],
    },
    two: {
      name: 'Beta two',
      words: 'Second line',
      mail: 'two@example.com',
      link: 'https://example.com/two',
      slug: 'beta-two',
      source: 'let two = 2',
      count: 2,
      ratio: -0.25,
      on: false,
      at: '2024-03-02T10:00:00Z',
      kind: 'y',
      tags: ['z'],
      shelf: '{low}',
      shelves: ['{low}'],
      near: { relationTo: 'items', value: '{one}' },
      around: [
        { relationTo: 'items', value: '{one}' },
        { relationTo: 'shelves', value: '{low}' },
      ],
      extra: { color: 'Blue', size: '3', deep: null },
      place: [11, 50],
      seo: { note: 'Note two' },
      rows: [{ label: 'Row c', amount: 3 }],
      sections: [{ blockType: 'image', text: 'Quoted', size: 8 }],
    },
  },
}
