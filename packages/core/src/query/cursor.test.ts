import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/setup/runs.ts'
import { issuesOf } from '../../../../tests/unit/journal.ts'
import type { Scalar, SortKey, StoredAs } from '../contracts/condition.ts'
import { ALWAYS } from './conditions.ts'
import { behind, bondOf, type Cursor, LONGEST_CURSOR, readCursor, writeCursor } from './cursor.ts'
import { compareCodePoints, evaluate } from './evaluate.ts'

const key = (name: string, storedAs: StoredAs, descending = false): SortKey => ({
  path: { steps: [{ kind: 'key', name }], storedAs },
  descending,
})
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const BOND = bondOf({ sort: 'title' })
const refused = [{ code: 'format', path: 'after' }]

describe('the fingerprint of a query', () => {
  it('is the same for the same query', () => expect(bondOf({ a: 1 })).toBe(bondOf({ a: 1 })))
  it('is different for another query', () => expect(bondOf({ a: 1 })).not.toBe(bondOf({ a: 2 })))
  it('fits into a URL', () => expect(bondOf('ß')).toMatch(/^[\w-]{16}$/))
})

describe('a cursor', () => {
  it('starts at the first page if it is empty', () => expect(readCursor('', BOND, [])).toBeNull())

  it.each<[string, SortKey[], (Scalar | null)[]]>([
    ['of a list by id alone', [], []],
    ['with a text', [key('t', 'text')], ['Ü ü']],
    ['with a number', [key('n', 'number')], [-1.5]],
    ['with a boolean', [key('b', 'boolean')], [false]],
    ['with a null of any kind', [key('n', 'number'), key('t', 'text')], [null, null]],
    ['with several values', [key('t', 'text'), key('n', 'number', true)], ['x', 3]],
  ])('round-trips: %s', (_, sort, values) => {
    expect(readCursor(writeCursor({ values, id: 'id-1' }, BOND), BOND, sort)).toEqual({ values, id: 'id-1' })
  })

  it.each<[string, unknown, SortKey[]]>([
    ['one of another list', writeCursor({ values: [], id: 'a' }, bondOf('other')), []],
    ['one that is no text', 1, []],
    ['one that is undefined', undefined, []],
    ['one with other letters than base64url has', '$$$', []],
    ['one with padding', `${encoded([BOND, 'a'])}=`, []],
    ['one that is not JSON', Buffer.from('not json').toString('base64url'), []],
    ['one that is no list', encoded({ id: 'a' }), []],
    ['one without an id', encoded([BOND]), []],
    ['one whose id is a number', encoded([BOND, 7]), []],
    ['one with too few values', encoded([BOND, 'a']), [key('t', 'text')]],
    ['one with too many values', encoded([BOND, 'a', 'b']), []],
    ['a number for a text', encoded([BOND, 'a', 1]), [key('t', 'text')]],
    ['a text for a number', encoded([BOND, 'a', '1']), [key('n', 'number')]],
    ['a text for a boolean', encoded([BOND, 'a', 'true']), [key('b', 'boolean')]],
    ['a list for a text', encoded([BOND, 'a', ['x']]), [key('t', 'text')]],
    ['an object for a text', encoded([BOND, 'a', { x: 1 }]), [key('t', 'text')]],
    ['one that is longer than any', 'a'.repeat(LONGEST_CURSOR + 1), []],
  ])('is refused: %s', (_, text, sort) => {
    expect(issuesOf(() => readCursor(text, BOND, sort))).toEqual(refused)
  })

  it('is refused if its values would make it longer than a URL may be', () => {
    expect(issuesOf(() => writeCursor({ values: ['x'.repeat(LONGEST_CURSOR)], id: 'a' }, BOND))).toEqual([
      { code: 'max_length', path: 'sort' },
    ])
  })

  it('may have exactly the maximum length', () => {
    const most = Math.floor((LONGEST_CURSOR * 3) / 4) - JSON.stringify([BOND, 'a', '']).length
    const text = writeCursor({ values: ['x'.repeat(most)], id: 'a' }, BOND)
    expect(text).toHaveLength(LONGEST_CURSOR)
    expect(readCursor(text, BOND, [key('t', 'text')])?.id).toBe('a')
  })

  it('round-trips any values', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constant(null)), { maxLength: 4 }),
        fc.uuid(),
        (values, id) => {
          const sort = values.map((_, index) => key(`k${index}`, 'text'))
          expect(readCursor(writeCursor({ values, id }, BOND), BOND, sort)).toEqual({ values, id })
        },
      ),
      runs(200),
    ))

  it('is either refused or valid, whatever a client sends', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(encoded)), (text) => {
        const issues = issuesOf(() => readCursor(text, BOND, [key('t', 'text')]))
        expect(issues).toEqual(text === '' ? [] : refused)
      }),
      runs(200),
    ))
})

describe('the documents after a cursor', () => {
  interface Row {
    readonly id: string
    readonly n: number | null
    readonly t: string | null
    readonly b: boolean | null
  }
  const row = fc.record<Row>({
    id: fc.string({ minLength: 1, maxLength: 3 }),
    n: fc.constantFrom(-1, 0, 2, null),
    t: fc.constantFrom('a', 'b', 'é', '\u{1f600}', '', null),
    b: fc.constantFrom(true, false, null),
  })
  const keys = fc.uniqueArray(fc.record({ name: fc.constantFrom('n', 't', 'b'), descending: fc.boolean() }), {
    selector: ({ name }) => name,
  })
  const STORED = { n: 'number', t: 'text', b: 'boolean' } as const

  function rank(value: Scalar | null): number {
    return value === null ? 0 : 1
  }
  function compare(one: Scalar | null, other: Scalar | null): number {
    if (one === null || other === null) return rank(one) - rank(other)
    return typeof one === 'string' ? compareCodePoints(one, String(other)) : Number(one) - Number(other)
  }

  it('are exactly those after it in the order of the list, with nulls first and ties by id', () =>
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 }), keys, (rows, asked) => {
        const sort = asked.map(({ name, descending }) => key(name, STORED[name], descending))
        const value = (one: Row, name: string) => one[name as keyof Row]
        const order = [...asked, { name: 'id', descending: asked.at(-1)?.descending ?? false }]
        const sorted = rows.toSorted((one, other) => {
          for (const { name, descending } of order) {
            const difference = compare(value(one, name), value(other, name))
            if (difference !== 0) return descending ? -difference : difference
          }
          return 0
        })
        for (const [index, at] of sorted.entries()) {
          const cursor: Cursor = { id: at.id, values: asked.map(({ name }) => value(at, name)) }
          const condition = behind(cursor, sort)
          const found = sorted.filter(({ id, ...data }) => evaluate(condition, { columns: { id }, data }))
          expect(found).toEqual(sorted.slice(index + 1))
        }
      }),
      runs(150),
    ))

  it('are found with a bound that an index can use', () => {
    const condition = behind({ id: 'a', values: [5] }, [key('n', 'number')])
    expect(condition.kind === 'and' && condition.of[0]).toMatchObject({ test: { op: 'gte', value: 5 } })
  })

  it('are found without a null test on columns that are never null', () => {
    const sort: SortKey[] = [
      { path: { steps: [{ kind: 'column', name: 'createdAt' }], storedAs: 'text' }, descending: true },
    ]
    expect(JSON.stringify(behind({ id: 'a', values: ['2026'] }, sort))).not.toContain('is_null')
  })

  it('are never found with a condition that is always true', () =>
    expect(behind({ id: 'a', values: [] }, [])).not.toEqual(ALWAYS))
})
