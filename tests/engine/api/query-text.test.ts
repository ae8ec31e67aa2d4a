import { collection, defineConfig, f } from 'quirecms'
import { queries, type QueryCase, type QueryTable } from './query-table.ts'

/** Texts by the names that the tables below use. */
const TEXTS = {
  plain: 'Hello World',
  lower: 'hello world',
  percent: '100% sure',
  underscore: 'snake_case',
  backslash: 'C:\\temp',
  quotes: `it's "quoted"`,
  sql: `'; drop table notes; --`,
  umlaut: 'Ärger über Öl',
  sharp: 'Straße',
  capitalSharp: 'STRAẞE',
  double: 'STRASSE',
  sigma: 'ΟΔΥΣΣΕΥΣ',
  finalSigma: 'Οδυσσεύς',
  dotted: 'İstanbul',
  dotless: 'ıstanbul',
  composed: 'caf\u00e9',
  decomposed: 'cafe\u0301',
  emoji: 'smile 😀 end',
  deseret: '𐐀𐐁',
  cyrillic: 'ПРИВЕТ мир',
  spaces: 'a  b\tc\nd',
  empty: '',
}

type Name = keyof typeof TEXTS

/** In a text of its own, in a row, in a block and in free JSON: the search is the same. */
const notes: QueryTable = {
  config: defineConfig({
    collections: {
      notes: collection({
        fields: {
          text: f.text({ index: true }),
          rows: f.array({ fields: { label: f.text() } }),
          extra: f.json(),
        },
        access: { read: () => true },
      }),
    },
  }),
  collection: 'notes',
  documents: Object.fromEntries(
    Object.entries(TEXTS).map(([name, text]) => [name, { text, rows: [{}, { label: text }], extra: { k: text } }]),
  ),
}

const ALL = Object.keys(TEXTS).join(' ')

function search(operator: string, table: readonly (readonly [value: string, ...finds: Name[]])[]): QueryCase[] {
  return table.flatMap(([value, ...finds]) =>
    ['text', 'rows.label', 'extra.k'].map((path) => ({
      name: `${path} ${operator} ${JSON.stringify(value)}`,
      where: { [path]: { [operator]: value } },
      finds: finds.join(' '),
    })),
  )
}

queries('contains', notes, [
  ...search('contains', [
    ['O W', 'plain', 'lower'],
    ['%', 'percent'],
    ['_', 'underscore'],
    ['\\', 'backslash'],
    ['\\t', 'backslash'],
    ['"', 'quotes'],
    [`'`, 'quotes', 'sql'],
    ['ÜBER ö', 'umlaut'],
    ['ß', 'sharp', 'capitalSharp'],
    ['ss', 'double'],
    ['σσευσ', 'sigma'],
    ['ς', 'finalSigma'],
    ['İ', 'quotes', 'dotted', 'emoji'],
    ['É', 'composed'],
    ['\u0301', 'decomposed'],
    ['😀', 'emoji'],
    ['𐐨', 'deseret'],
    ['вет М', 'cyrillic'],
    ['b\tC', 'spaces'],
  ]),
  { name: 'the empty text is contained in every text', where: { text: { contains: '' } }, finds: ALL },
])

queries('starts_with and ends_with', notes, [
  ...search('starts_with', [
    ['HELLO ', 'plain', 'lower'],
    ['100%', 'percent'],
    ['%'],
    ['_'],
    ['c:\\', 'backslash'],
    ['ä', 'umlaut'],
    ['straß', 'sharp', 'capitalSharp'],
    ['i', 'dotted', 'quotes'],
    ['𐐀', 'deseret'],
    ['Привет', 'cyrillic'],
    ['world'],
  ]),
  ...search('ends_with', [
    ['WORLD', 'plain', 'lower'],
    ['SURE', 'percent'],
    ['öL', 'umlaut'],
    ['Ε\u03a3'.toLowerCase()],
    ['ΥΣ', 'sigma'],
    ['É', 'composed'],
    ['END', 'emoji'],
    ['𐐁', 'deseret'],
    ['D', 'plain', 'lower', 'emoji', 'spaces'],
    ['hello'],
  ]),
  { name: 'the empty text starts every text', where: { text: { starts_with: '' } }, finds: ALL },
  { name: 'the empty text ends every text', where: { text: { ends_with: '' } }, finds: ALL },
  { name: 'longer than the text', where: { text: { ends_with: 'xhello world' } }, finds: '' },
])

queries('like', notes, [
  ...search('like', [
    ['world HELLO', 'plain', 'lower'],
    ['ell orl', 'plain', 'lower'],
    ['hello mars'],
    ['%', 'percent'],
    ['h_llo'],
    ['h%o'],
    ['öl ÄRGER', 'umlaut'],
    ['МИР привет', 'cyrillic'],
    ['END 😀', 'emoji'],
    ['d c b a', 'spaces'],
    ['hello hello', 'plain', 'lower'],
    [' \t hello \n', 'plain', 'lower'],
    ['hello\u00a0world', 'plain', 'lower'],
  ]),
  { name: 'a search without words finds every text', where: { text: { like: ' ' } }, finds: ALL },
  { name: 'the empty text as well', where: { text: { like: '' } }, finds: ALL },
])

queries('exact texts', notes, [
  { name: 'equals is case-sensitive', where: { text: { equals: 'hello world' } }, finds: 'lower' },
  { name: 'equals distinguishes Unicode composition', where: { text: { equals: 'cafe\u0301' } }, finds: 'decomposed' },
  { name: 'equals distinguishes spaces', where: { text: { equals: 'Hello World ' } }, finds: '' },
  { name: 'in is case-sensitive', where: { text: { in: ['HELLO WORLD', 'Straße'] } }, finds: 'sharp' },
  { name: 'wildcards are ordinary characters', where: { text: { equals: '100%' } }, finds: '' },
  { name: 'quotes are ordinary characters', where: { text: { equals: `it's "quoted"` } }, finds: 'quotes' },
  { name: 'SQL is ordinary text', where: { text: { in: [`'; drop table notes; --`] } }, finds: 'sql' },
  { name: 'range comparisons use code points', where: { text: { greater_than: '\uffff' } }, finds: 'deseret' },
  { name: 'uppercase comes first', where: { text: { greater_than: 'Z', less_than: 'a' } }, finds: '' },
  {
    name: 'characters beyond ASCII come last',
    where: { text: { greater_than: 'zzz' } },
    finds: 'umlaut sigma finalSigma dotted dotless deseret cyrillic',
  },
])
