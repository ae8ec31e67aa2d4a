import { items } from './query-catalog.ts'
import { queries } from './query-table.ts'

/** Values that `equals` refuses, by path. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  name: [1, true, {}, [], ['x']],
  'seo.note': [1, {}],
  count: ['1', true, {}, [1]],
  on: ['true', 1, 0, {}],
  at: [1_704_067_200_000, true, '', 'yesterday', '2024-02-30', '2024-01-01T10:00:00', '2024-01-01 10:00Z', {}],
  kind: [1, {}, ['x']],
  tags: [1, {}, [1]],
  shelf: [1, {}, { relationTo: 'shelves', value: 'x' }],
  near: ['x', 1, {}, { relationTo: 'shelves' }, { value: 'x' }, { relationTo: 1, value: 'x' }, ['x']],
  around: ['x', [1], [{ relationTo: 'shelves' }], { relationTo: 'shelves', value: 'x', more: 1 }],
  'near.relationTo': [1, {}],
  'extra.color': [{}, []],
  place: ['x', 1, [1], [1, 2, 3], ['1', '2'], [181, 0], [0, -91], { lng: 1, lat: 2 }],
  rows: [[], {}, 'x', 0],
  id: [1, {}, ['{one}']],
  revision: ['1', {}],
  createdAt: [1, 'now'],
}

const wrongTypes = Object.entries(WRONG).flatMap(([path, values]) =>
  values.map((value) => ({
    name: `${path} equals ${JSON.stringify(value)}`,
    where: { [path]: { equals: value } },
    refuses: [`type where.${path}`],
  })),
)

queries('values of the wrong type', { ...items, matrix: 'validation' }, [
  ...wrongTypes,
  { name: 'in takes a list', where: { name: { in: 'x' } }, refuses: ['type where.name'] },
  { name: 'in takes no object', where: { name: { in: { 0: 'x' } } }, refuses: ['type where.name'] },
  { name: 'each value in a list is checked', where: { count: { in: [1, 2, '3'] } }, refuses: ['type where.count'] },
  { name: 'each value in a negated list is checked', where: { on: { not_in: [true, 1] } }, refuses: ['type where.on'] },
  { name: 'no lists in lists', where: { tags: { in: [['x']] } }, refuses: ['type where.tags'] },
  { name: 'dates in lists', where: { at: { in: ['2024-03-01', 'x'] } }, refuses: ['type where.at'] },
  {
    name: 'a range comparison of texts requires text',
    where: { name: { less_than: 1 } },
    refuses: ['type where.name'],
  },
  {
    name: 'a range comparison of numbers requires numbers',
    where: { count: { less_than: '1' } },
    refuses: ['type where.count'],
  },
  { name: 'like takes text', where: { name: { like: ['a', 'b'] } }, refuses: ['type where.name'] },
  { name: 'starts_with takes text', where: { name: { starts_with: 1 } }, refuses: ['type where.name'] },
])

queries('values of the right type that nothing has', items, [
  { name: 'an invalid id finds nothing', where: { id: { equals: 'nonsense' } }, finds: '' },
  { name: 'a reference to a missing document finds nothing', where: { shelf: { equals: 'nonsense' } }, finds: '' },
  { name: 'an unknown option finds nothing', where: { kind: { equals: 'w' } }, finds: '' },
  {
    name: 'a pair of an unknown collection',
    where: { near: { equals: { relationTo: 'x', value: '{one}' } } },
    finds: '',
  },
  { name: 'a fraction on an integer', where: { count: { equals: 1.5 } }, finds: '' },
  { name: 'very large numbers', where: { count: { less_than: 1e300, greater_than: -1e300 } }, finds: 'one two' },
  { name: 'a number beyond exact integers', where: { revision: { equals: 9007199254740992 } }, finds: '' },
])

queries('dates are instants', items, [
  {
    name: 'the same instant with another offset',
    where: { at: { equals: '2024-03-01T12:30:00+02:30' } },
    finds: 'one',
  },
  { name: 'the same instant on the day before', where: { at: { equals: '2024-02-29T22:00:00-12:00' } }, finds: 'one' },
  { name: 'without seconds', where: { at: { equals: '2024-03-01T10:00Z' } }, finds: 'one' },
  { name: 'with more digits than are stored', where: { at: { equals: '2024-03-01T10:00:00.0009Z' } }, finds: 'one' },
  { name: 'a day is its midnight in UTC', where: { 'rows.at': { equals: '2024-01-01' } }, finds: 'one' },
  { name: 'in with offsets', where: { at: { in: ['2024-03-01T11:00:00+01:00'] } }, finds: 'one' },
  { name: 'a range over offsets', where: { at: { less_than: '2024-03-02T00:00:00+23:59' } }, finds: '' },
  {
    name: 'a range over offsets, in the other direction',
    where: { at: { less_than: '2024-03-01T23:59:00-10:00' } },
    finds: 'one',
  },
  {
    name: 'between',
    where: { at: { greater_than: '2024-03-01T09:59:59.999Z', less_than: '2024-03-02' } },
    finds: 'one',
  },
  { name: 'the first possible day', where: { at: { greater_than: '0001-01-01' } }, finds: 'one two' },
  { name: 'the last possible day', where: { at: { less_than: '9999-12-31T23:59:59.999Z' } }, finds: 'one two' },
  { name: 'before the first possible day', where: { at: { less_than: '0000-01-01' } }, refuses: ['type where.at'] },
])

const ring = [
  [9, 49],
  [10.5, 49],
  [10.5, 51],
  [9, 51],
  [9, 49],
]
const hole = [
  [9.9, 49.9],
  [10.1, 49.9],
  [10.1, 50.1],
  [9.9, 50.1],
  [9.9, 49.9],
]
const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates })

queries('points', items, [
  { name: 'near', where: { place: { near: [10, 50, 0] } }, finds: 'one' },
  { name: 'near, with a longer distance', where: { place: { near: [10, 50, 72_000] } }, finds: 'one two' },
  { name: 'near, with a minimum distance', where: { place: { near: [10, 50, 72_000, 1] } }, finds: 'two' },
  { name: 'near, without matches', where: { place: { near: [10, 50, 1, 2] } }, finds: '' },
  { name: 'near requires a distance', where: { place: { near: [10, 50] } }, refuses: ['type where.place'] },
  { name: 'near refuses more values', where: { place: { near: [10, 50, 1, 0, 5] } }, refuses: ['type where.place'] },
  { name: 'near takes numbers', where: { place: { near: ['10', '50', '1'] } }, refuses: ['type where.place'] },
  { name: 'near requires a valid position', where: { place: { near: [10, 91, 1] } }, refuses: ['type where.place'] },
  { name: 'near takes no negative distance', where: { place: { near: [10, 50, -1] } }, refuses: ['type where.place'] },
  { name: 'near takes no null', where: { place: { near: [10, 50, 1, null] } }, refuses: ['type where.place'] },
  { name: 'within', where: { place: { within: polygon(ring) } }, finds: 'one' },
  { name: 'within, except for a hole', where: { place: { within: polygon(ring, hole) } }, finds: '' },
  {
    name: 'not within includes documents without a position',
    where: { not: { place: { within: polygon(ring) } } },
    finds: 'two none',
  },
  {
    name: 'within takes a polygon',
    where: { place: { within: { type: 'Point', coordinates: [1, 1] } } },
    refuses: ['type where.place'],
  },
  { name: 'within takes rings', where: { place: { within: polygon() } }, refuses: ['type where.place'] },
  {
    name: 'rings must be closed',
    where: { place: { within: polygon(ring.slice(0, -1)) } },
    refuses: ['type where.place'],
  },
  {
    name: 'rings need corners',
    where: {
      place: {
        within: polygon([
          [0, 0],
          [1, 1],
          [0, 0],
        ]),
      },
    },
    refuses: ['type where.place'],
  },
  {
    name: 'corners must be valid positions',
    where: {
      place: {
        within: polygon([
          [0, 0],
          [999, 0],
          [0, 1],
          [0, 0],
        ]),
      },
    },
    refuses: ['type where.place'],
  },
  {
    name: 'within refuses text',
    where: { place: { within: 'POLYGON((0 0, 1 1, 1 0, 0 0))' } },
    refuses: ['type where.place'],
  },
])
