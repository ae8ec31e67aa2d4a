import { collection, defineConfig, f } from 'quirecms'
import { queries, type QueryTable } from './query-table.ts'

const notes: QueryTable = {
  config: defineConfig({
    collections: {
      notes: collection({
        fields: {
          text: f.text(),
          count: f.number(),
          on: f.checkbox(),
          tags: f.select({ options: ['a', 'b', 'c'], many: true }),
          rows: f.array({ fields: { label: f.text(), tags: f.select({ options: ['a', 'b'], many: true }) } }),
          extra: f.json(),
        },
        access: { read: () => true },
      }),
    },
  }),
  collection: 'notes',
  documents: {
    full: {
      text: 'a',
      count: 1,
      on: true,
      tags: ['a', 'b'],
      rows: [
        { label: 'x', tags: ['a'] },
        { label: 'y', tags: ['b'] },
      ],
      extra: { a: 1 },
    },
    half: { text: 'b', count: 0, on: false, tags: ['b'], rows: [{ label: 'x' }, { label: null }], extra: { a: null } },
    blank: { text: '', tags: [], rows: [], extra: {} },
    nulls: { text: null, count: null, on: null, tags: null, rows: null, extra: null },
    absent: {},
  },
}

queries('null', notes, [
  { name: 'a missing value is null', where: { text: { equals: null } }, finds: 'nulls absent' },
  { name: 'the empty text is a value', where: { text: { equals: '' } }, finds: 'blank' },
  { name: 'zero is a value', where: { count: { equals: 0 } }, finds: 'half' },
  { name: 'false is a value', where: { on: { equals: false } }, finds: 'half' },
  { name: 'not_equals includes nulls', where: { text: { not_equals: 'a' } }, finds: 'half blank nulls absent' },
  { name: 'not_equals null', where: { text: { not_equals: null } }, finds: 'full half blank' },
  { name: 'not_in includes nulls', where: { count: { not_in: [1, 5] } }, finds: 'half blank nulls absent' },
  { name: 'not includes nulls', where: { not: { on: { equals: true } } }, finds: 'half blank nulls absent' },
  { name: 'not of not_equals', where: { not: { text: { not_equals: 'a' } } }, finds: 'full' },
  { name: 'null in a list of values', where: { text: { in: ['a', null] } }, finds: 'full nulls absent' },
  { name: 'null in a list of values, negated', where: { text: { not_in: ['a', null] } }, finds: 'half blank' },
  { name: 'only null in a list', where: { text: { in: [null] } }, finds: 'nulls absent' },
  { name: 'less_than never matches null', where: { count: { less_than: 100 } }, finds: 'full half' },
  { name: 'greater_than never matches null', where: { count: { greater_than: -100 } }, finds: 'full half' },
  {
    name: 'its complement therefore includes nulls',
    where: { not: { count: { less_than_equal: 0 } } },
    finds: 'full blank nulls absent',
  },
  {
    name: 'a range comparison with null is refused',
    where: { count: { less_than: null } },
    refuses: ['type where.count'],
  },
  { name: 'a search for null is refused', where: { text: { contains: null } }, refuses: ['type where.text'] },
  { name: 'searches never match null', where: { text: { contains: '' } }, finds: 'full half blank' },
  { name: 'exists: true', where: { text: { exists: true } }, finds: 'full half blank' },
  { name: 'exists: false', where: { text: { exists: false } }, finds: 'nulls absent' },
  { name: 'exists takes true or false', where: { text: { exists: 1 } }, refuses: ['type where.text'] },
  { name: 'exists is not null', where: { text: { exists: null } }, refuses: ['type where.text'] },
])

queries('empty lists', notes, [
  { name: 'exists: false finds empty lists', where: { tags: { exists: false } }, finds: 'blank nulls absent' },
  { name: 'equals: null finds empty lists', where: { tags: { equals: null } }, finds: 'blank nulls absent' },
  { name: 'equals with an empty list as well', where: { tags: { equals: [] } }, finds: 'blank nulls absent' },
  { name: 'not_equals null finds non-empty lists', where: { tags: { not_equals: null } }, finds: 'full half' },
  { name: 'not_equals the empty list as well', where: { tags: { not_equals: [] } }, finds: 'full half' },
  { name: 'exists: false finds arrays without rows', where: { rows: { exists: false } }, finds: 'blank nulls absent' },
  { name: 'equals: null finds arrays without rows', where: { rows: { equals: null } }, finds: 'blank nulls absent' },
  { name: 'some row has a value', where: { rows: { exists: true } }, finds: 'full half' },
  { name: 'some row has none', where: { 'rows.label': { equals: null } }, finds: 'half blank nulls absent' },
  { name: 'no row has a value', where: { 'rows.label': { exists: false } }, finds: 'blank nulls absent' },
  {
    name: 'some row has another value',
    where: { 'rows.label': { not_equals: 'y' } },
    finds: 'half blank nulls absent',
  },
  { name: 'some row has an empty list', where: { 'rows.tags': { equals: [] } }, finds: 'half blank nulls absent' },
  { name: 'an empty object exists', where: { extra: { exists: true } }, finds: 'full half blank' },
  { name: 'a missing key is null', where: { 'extra.a': { equals: null } }, finds: 'half blank nulls absent' },
])

queries('lists of values', notes, [
  { name: 'contains matches an element', where: { tags: { contains: 'b' } }, finds: 'full half' },
  { name: 'contains takes an element, not a list', where: { tags: { contains: ['b'] } }, refuses: ['type where.tags'] },
  { name: 'contains refuses null', where: { tags: { contains: null } }, refuses: ['type where.tags'] },
  { name: 'contains is exact', where: { tags: { contains: 'B' } }, finds: '' },
  { name: 'equals an element', where: { tags: { equals: 'a' } }, finds: 'full' },
  { name: 'equals the whole list', where: { tags: { equals: ['b'] } }, finds: 'half' },
  { name: 'in the same order', where: { tags: { equals: ['b', 'a'] } }, finds: '' },
  { name: 'not_equals the whole list', where: { tags: { not_equals: ['b'] } }, finds: 'full blank nulls absent' },
  { name: 'a list with a null equals nothing', where: { tags: { equals: ['b', null] } }, refuses: ['type where.tags'] },
  { name: 'in: one of them', where: { tags: { in: ['a', 'c'] } }, finds: 'full' },
  { name: 'in with null finds empty lists', where: { tags: { in: ['a', null] } }, finds: 'full blank nulls absent' },
  { name: 'not_in: none of them', where: { tags: { not_in: ['a', 'c'] } }, finds: 'half blank nulls absent' },
  { name: 'all of them', where: { tags: { all: ['b', 'a'] } }, finds: 'full' },
  { name: 'all of one', where: { tags: { all: ['b', 'b'] } }, finds: 'full half' },
  { name: 'all of an empty list', where: { tags: { all: [] } }, finds: 'full half blank nulls absent' },
  { name: 'all refuses null', where: { tags: { all: ['a', null] } }, refuses: ['type where.tags'] },
  { name: 'all requires a list', where: { tags: { all: 'a' } }, refuses: ['type where.tags'] },
  { name: 'lists inside rows', where: { 'rows.tags': { contains: 'b' } }, finds: 'full' },
  {
    name: 'all of a list inside rows: each in some row',
    where: { 'rows.tags': { all: ['a', 'b'] } },
    finds: 'full',
  },
])

queries('junctions', notes, [
  { name: 'an empty where finds all', where: {}, finds: 'full half blank nulls absent' },
  { name: 'and: [] finds all', where: { and: [] }, finds: 'full half blank nulls absent' },
  { name: 'or: [] finds nothing', where: { or: [] }, finds: '' },
  { name: 'in: [] finds nothing', where: { text: { in: [] } }, finds: '' },
  { name: 'not_in: [] finds all', where: { text: { not_in: [] } }, finds: 'full half blank nulls absent' },
  { name: 'not of an empty where finds nothing', where: { not: {} }, finds: '' },
  { name: 'not of or: [] finds all', where: { not: { or: [] } }, finds: 'full half blank nulls absent' },
  { name: 'not of in: [] finds all', where: { not: { text: { in: [] } } }, finds: 'full half blank nulls absent' },
  { name: 'several keys are joined by and', where: { text: { equals: 'a' }, count: { equals: 0 } }, finds: '' },
  { name: 'several operators are joined by and', where: { count: { greater_than: 0, less_than: 2 } }, finds: 'full' },
  {
    name: 'and, or and not beside paths are joined by and',
    where: {
      on: { exists: true },
      or: [{ count: { equals: 0 } }, { text: { equals: '' } }],
      not: { tags: { in: ['a'] } },
    },
    finds: 'half',
  },
  { name: 'or', where: { or: [{ text: { equals: 'a' } }, { count: { equals: 0 } }] }, finds: 'full half' },
  {
    name: 'an empty expression in or is true',
    where: { or: [{}, { text: { equals: 'a' } }] },
    finds: 'full half blank nulls absent',
  },
  { name: 'an empty expression in and has no effect', where: { and: [{}, { text: { equals: 'a' } }] }, finds: 'full' },
  { name: 'and requires a list', where: { and: { text: { equals: 'a' } } }, refuses: ['type where.and'] },
  { name: 'or requires a list', where: { or: null }, refuses: ['type where.or'] },
  { name: 'not requires an expression', where: { not: [{}] }, refuses: ['type where'] },
  {
    name: 'a list must contain expressions',
    where: { or: ['text', null, 5, []] },
    refuses: Array(4).fill('type where'),
  },
  {
    name: 'all problems are reported at once',
    where: { nope: { equals: 1 }, text: { near: 1 }, or: [{ count: { equals: '1' } }, { not: { neither: {} } }] },
    refuses: ['unknown_field where.nope', 'option where.text', 'type where.count', 'unknown_field where.neither'],
  },
])
