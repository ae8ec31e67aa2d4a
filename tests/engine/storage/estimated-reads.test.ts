import type { Condition, Path, PathStep, SortKey, Test } from '@quirecms/core'
import { describe, expect, test } from 'vitest'
import { layoutsOf } from '../../../packages/sql/src/documents/table-layout.ts'
import { REFERENCES_TABLE } from '../../../packages/sql/src/schema/database-names.ts'
import { reachOfCount, reachOfFind, reachOfValues } from '../../../packages/sql/src/where/reach-of.ts'

/**
 * The cost estimate decides whether a read runs on a separate reader. Responses don't show it, so this tests it
 * directly.
 */
const text = (...steps: readonly PathStep[]): Path => ({ storedAs: 'text', steps })
const at = (name: string): Path => text({ kind: 'key', name })
const column = (name: string): Path => text({ kind: 'column', name })
const asked = (path: Path, given: Test): Condition => ({ kind: 'compare', path, test: given })
const x: Test = { op: 'equals', value: 'x' }
const is = (name: string): Condition => asked(at(name), x)
const and = (...of: readonly Condition[]): Condition => ({ kind: 'and', of })
const always: Condition = { kind: 'always' }
const live = asked(column('deletedAt'), { op: 'is_null' })
const trashed = asked(column('deletedAt'), { op: 'is_set' })
const author = (scope: Condition = always): PathStep => ({ kind: 'hop', table: 'people', relationTo: null, scope })
const written: PathStep = { kind: 'inverse', table: 'posts', path: 'author', collection: 'people', scope: always }

const layouts = layoutsOf({
  tables: [
    {
      name: 'posts',
      shape: '1',
      columns: [{ name: 'deletedAt', type: 'text', scope: true }],
      indexes: [
        { name: 'slug', path: at('slug'), unique: true },
        { name: 'kind', path: at('kind'), unique: false },
        { name: 'author', path: at('author'), unique: false, unsorted: true },
        { name: 'day,place', path: at('day'), unique: false, more: [{ name: 'place', path: at('place') }] },
        { name: 'year,number', path: at('year'), unique: true, more: [{ name: 'number', path: at('number') }] },
      ],
    },
    {
      name: 'people',
      shape: '1',
      columns: [],
      indexes: [
        { name: 'name', path: at('name'), unique: false },
        { name: 'first,last', path: at('first'), unique: false, more: [{ name: 'last', path: at('last') }] },
      ],
    },
  ],
})
const layoutOf = (name: string) => {
  const layout = layouts.get(name)
  if (!layout) throw new Error(`there is no ${name}`)
  return layout
}
const posts = layoutOf('posts')
const people = layoutOf('people')
const all = (tests: number, { table } = posts) => ({ table, tests })
const references = { table: REFERENCES_TABLE, tests: 0 }
const byName = text({ kind: 'key', name: 'author' }, author(), { kind: 'key', name: 'name' })

const SQUARE: readonly (readonly [number, number])[] = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
]

describe('the estimated cost of counting', () => {
  test.each<[string, Condition, readonly object[]]>([
    ['everything, by its entries', always, [all(0)]],
    ['what is not in the trash', live, [all(0)]],
    ['one document', asked(column('id'), x), []],
    ['a few documents', asked(column('id'), { op: 'in', values: ['x', 'y'] }), []],
    ['documents behind an id', asked(column('id'), { op: 'gt', value: 'x' }), [all(0)]],
    ['what is unique', is('slug'), []],
    ['what is unique, and something else', and(is('slug'), is('other')), []],
    ['what is unique together', and(is('year'), is('number')), []],
    ['half of that', is('year'), [all(0)]],
    ['by an index', is('kind'), [all(0)]],
    ['by an index, of what is not in the trash', and(live, is('kind')), [all(0)]],
    ['by a range of an index', asked(at('kind'), { op: 'lte', value: 'x' }), [all(0)]],
    [
      'from here to there in an index',
      and(asked(at('kind'), { op: 'gt', value: 'x' }), asked(at('kind'), { op: 'lte', value: 'y' })),
      [all(0)],
    ],
    [
      'by a range of an index, and by looking for another',
      and(asked(at('kind'), { op: 'gt', value: 'x' }), asked(at('other'), { op: 'lte', value: 'y' })),
      [all(2)],
    ],
    ['by what an index cannot tell', asked(at('kind'), { op: 'contains', value: 'x' }), [all(2)]],
    ['by what stands second in an index', is('place'), [all(1)]],
    ['by an index of several', and(is('day'), is('place')), [all(0)]],
    ['by looking', is('other'), [all(1)]],
    ['by looking twice', and(is('other'), is('another')), [all(2)]],
    ['by an index, and by looking', and(is('kind'), is('other')), [all(2)]],
    ['by a column without an index', asked(column('revision'), x), [all(1)]],
    ['by looking for one or the other', { kind: 'or', of: [is('kind'), is('other')] }, [all(2)]],
    ['by looking for what is not so', { kind: 'not', of: is('kind') }, [all(1)]],
    ['for the beginning of a text', asked(at('other'), { op: 'starts_with', value: 'x' }), [all(2)]],
    ['for the end of a text', asked(at('other'), { op: 'ends_with', value: 'x' }), [all(2)]],
    ['for words', asked(at('other'), { op: 'like', words: ['x', 'y'] }), [all(3)]],
    ['for all of several values', asked(at('kind'), { op: 'all', values: ['x', 'y'] }), [all(1)]],
    // Five, and the most that one statement may have.
    ['for a place, corner by corner', asked(at('other'), { op: 'within', rings: [SQUARE] }), [all(9)]],
    ['for words that are indexed', { kind: 'search', locale: '', words: ['x'] }, [all(1)]],
    [
      'for all of several values, through a reference',
      asked(byName, { op: 'all', values: ['x', 'y'] }),
      [all(1, people), all(1)],
    ],
    ['by indexes, through a reference', asked(byName, x), [all(0, people), all(0)]],
    ['for none, through a reference', asked(byName, { op: 'is_null' }), [all(1, people), all(1)]],
    [
      'through a reference, by looking there',
      asked(text({ kind: 'key', name: 'author' }, author(), { kind: 'key', name: 'city' }), x),
      [all(1, people), all(0)],
    ],
    [
      'through a reference, of what may be seen there',
      asked(text({ kind: 'key', name: 'author' }, author(is('city')), { kind: 'key', name: 'name' }), x),
      [all(2, people), all(0)],
    ],
    [
      'through a reference without an index',
      asked(text({ kind: 'key', name: 'other' }, author(), { kind: 'key', name: 'name' }), x),
      [all(0, people), all(1)],
    ],
    [
      'one, through a reference',
      asked(text({ kind: 'key', name: 'author' }, author(), { kind: 'column', name: 'id' }), x),
      [all(0)],
    ],
    [
      'through a reference, of what others let be seen there',
      asked(
        text(
          { kind: 'key', name: 'author' },
          author(asked(text({ kind: 'key', name: 'boss' }, author(), { kind: 'key', name: 'name' }), x)),
          { kind: 'key', name: 'name' },
        ),
        x,
      ),
      [all(0, people), all(2, people), all(0)],
    ],
    [
      'some, through a reference',
      { kind: 'some', steps: [{ kind: 'key', name: 'author' }, author()], of: is('name') },
      [all(0, people), all(0)],
    ],
    [
      'some that is one, through a reference',
      { kind: 'some', steps: [{ kind: 'key', name: 'author' }, author()], of: asked(column('id'), x) },
      [all(0)],
    ],
    [
      'some, through a reference without an index',
      { kind: 'some', steps: [{ kind: 'key', name: 'other' }, author()], of: and(is('name'), is('city')) },
      [all(2, people), all(3)],
    ],
    [
      'some rows of others',
      {
        kind: 'some',
        steps: [{ kind: 'key', name: 'author' }, author(), { kind: 'key', name: 'rows' }, { kind: 'rows' }],
        of: is('name'),
      },
      [all(2, people), all(0)],
    ],
    [
      'rows, by looking',
      { kind: 'some', steps: [{ kind: 'key', name: 'rows' }, { kind: 'rows' }], of: is('other') },
      [all(2)],
    ],
  ])('%s', (_name, where, expected) => {
    expect(reachOfCount(where, posts, layoutOf)).toEqual(expected)
  })

  test('of references to a document: their number', () => {
    const where = asked(text(written, { kind: 'key', name: 'kind' }), x)
    expect(reachOfCount(where, people, layoutOf)).toEqual([references, all(0), all(0, people)])
  })

  test('by the only one of several indexes', () => {
    expect(reachOfCount(and(is('first'), is('last')), people, layoutOf)).toEqual([all(0, people)])
  })

  test('of distinct values: every document twice', () => {
    expect(reachOfValues(is('kind'), posts, layoutOf)).toEqual([all(3)])
  })
})

const by = (...paths: readonly Path[]): SortKey[] => paths.map((path) => ({ path, descending: false }))
const created = column('createdAt')
const inOrder = { reach: [], inOrder: true, countable: false }
const sorted = (tests: number, countable = false) => ({ reach: [all(tests)], inOrder: false, countable })

describe('the estimated cost of a page', () => {
  test.each<[string, Condition, readonly SortKey[], object]>([
    ['of one', asked(column('id'), x), by(at('kind')), { reach: [], inOrder: false, countable: false }],
    ['of all, as they come', always, [], inOrder],
    ['of all, in the order of an index', always, by(at('kind')), inOrder],
    ['of all, in the order of their creation', live, by(created), inOrder],
    ['of all, in an order that no index has', always, by(at('other')), sorted(1)],
    ['of all, in the order of an index that has none', always, by(at('author')), sorted(1)],
    ['of all, in the order of what stands second in an index', always, by(at('place')), sorted(1)],
    ['of all, in the order of a column without an index', always, by(column('revision')), sorted(1)],
    ['of all, in two orders', always, by(at('kind'), created), sorted(2)],
    ['of all, in the order of others', always, by(byName), sorted(1)],
    ['of the trash, in the order of an index', trashed, by(at('kind')), sorted(0)],
    ['by an index, as they come', is('kind'), [], inOrder],
    ['by an index, in its own order', is('kind'), by(at('kind')), inOrder],
    ['by a range of an index, in its own order', asked(at('kind'), { op: 'gt', value: 'x' }), by(at('kind')), inOrder],
    ['by a range of an index, as they come', asked(at('kind'), { op: 'gt', value: 'x' }), [], sorted(1, true)],
    [
      'by what an index cannot tell, in its own order',
      asked(at('kind'), { op: 'contains', value: 'x' }),
      by(at('kind')),
      sorted(3),
    ],
    [
      'by a range of an index, in the order of another',
      asked(at('kind'), { op: 'gt', value: 'x' }),
      by(at('slug')),
      sorted(2, true),
    ],
    ['by an index, in the order of their creation', is('kind'), by(created), inOrder],
    ['by an index, in the order of their changes', is('kind'), by(column('updatedAt')), sorted(2, true)],
    ['by an index, in the order of another', is('kind'), by(at('slug')), sorted(2, true)],
    ['by an index that has no order, as they come', is('author'), [], sorted(1, true)],
    ['by an index that has no order, in the order of their creation', is('author'), by(created), inOrder],
    ['by an index of several, in the order of their creation', is('day'), by(created), sorted(2, true)],
    ['by looking, in the order of an index', is('other'), by(at('kind')), sorted(2)],
    ['by looking twice', and(is('other'), is('kind')), by(at('kind')), sorted(3)],
  ])('%s', (_name, where, sort, expected) => {
    expect(reachOfFind(where, sort, posts, layoutOf)).toEqual(expected)
  })
})
