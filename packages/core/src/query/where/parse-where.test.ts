import { describe, expect, it } from 'vitest'
import { namedPaths, parseWhere, type WhereExpression } from './parse-where.ts'
import { CLIENT_LIMITS, limitsFor, NO_LIMITS, newCount, tooMuch } from '../query-problems.ts'

const and = (...of: WhereExpression[]): WhereExpression => ({ kind: 'and', of })
const asks = (path: string, operator: string, value: unknown): WhereExpression => ({
  kind: 'path',
  path,
  tests: [{ operator, value, rows: null }],
})

describe('a where', () => {
  it.each<[string, unknown, WhereExpression]>([
    ['of nothing asks nothing', {}, and()],
    ['asks a path by an operator', { a: { equals: 1 } }, and(asks('a', 'equals', 1))],
    ['keeps operators that do not exist, so that the resolver reports them', { a: { is: 1 } }, and(asks('a', 'is', 1))],
    ['joins parts with and', { and: [{ a: { equals: 1 } }] }, and(and(and(asks('a', 'equals', 1))))],
    ['joins parts with or', { or: [] }, and({ kind: 'or', of: [] })],
    ['negates a part', { not: { a: { equals: 1 } } }, and({ kind: 'not', of: and(asks('a', 'equals', 1)) })],
    ['has no tests for a bare value', { a: 1 }, and({ kind: 'path', path: 'a', tests: null })],
    ['has no tests for an empty object', { a: {} }, and({ kind: 'path', path: 'a', tests: null })],
    ['has no tests for a list', { a: [1] }, and({ kind: 'path', path: 'a', tests: null })],
    [
      'reads what is asked of rows as a query',
      { a: { some: { b: { equals: 1 } } } },
      and({
        kind: 'path',
        path: 'a',
        tests: [{ operator: 'some', value: { b: { equals: 1 } }, rows: and(asks('b', 'equals', 1)) }],
      }),
    ],
  ])('%s', (_, where, expression) => expect(parseWhere(where).expression).toEqual(expression))

  it.each<[string, unknown]>([
    ['is a list', []],
    ['is a text', '{}'],
    ['is null', null],
    ['is a number', 1],
  ])('is refused if it %s', (_, where) =>
    expect(parseWhere(where).expression).toMatchObject({ kind: 'wrong', code: 'type' }),
  )

  it.each<[string, unknown, object]>([
    ['and is no list', { and: {} }, { kind: 'wrong', code: 'type', key: 'and' }],
    ['or is no list', { or: null }, { kind: 'wrong', code: 'type', key: 'or' }],
    ['not is a list', { not: [] }, { kind: 'not', of: { kind: 'wrong', code: 'type' } }],
    ['a part of or is null', { or: [null] }, { kind: 'or', of: [{ kind: 'wrong', code: 'type' }] }],
    [
      'or has more parts than a query has conditions',
      { or: Array.from({ length: 101 }, () => ({})) },
      { kind: 'wrong', code: 'max', key: 'or' },
    ],
  ])('is refused in one part if %s', (_, where, part) =>
    expect(parseWhere(where).expression).toMatchObject({ kind: 'and', of: [part] }),
  )

  const nested = (levels: number, kind: 'not' | 'some'): unknown => {
    if (levels === 0) return { a: { equals: 1 } }
    const inside = nested(levels - 1, kind)
    return kind === 'not' ? { not: inside } : { rows: { some: inside } }
  }

  it.each<['not' | 'some']>([['not'], ['some']])('has at most ten levels through %s', (kind) => {
    const text = (levels: number) => JSON.stringify(parseWhere(nested(levels, kind)).expression)
    expect(text(10)).not.toContain('"wrong"')
    expect(text(11)).toContain('Use at most 10 levels.')
    expect(JSON.stringify(parseWhere(nested(11, kind), NO_LIMITS).expression)).not.toContain('"wrong"')
  })
})

describe('the paths that a where names', () => {
  it.each<[string, unknown, string[]]>([
    ['are none of nothing', {}, []],
    ['are none of what is wrong', null, []],
    [
      'are those of all parts, in their order',
      { b: 1, or: [{ a: { equals: 1 } }, { not: { c: {} } }] },
      ['b', 'a', 'c'],
    ],
    [
      'include those of rows, with the path of the rows before them',
      { rows: { some: { label: { equals: 1 } } } },
      ['rows', 'rows.id', 'rows.label'],
    ],
    ['include the documents of rows that are asked nothing', { editors: { none: {} } }, ['editors', 'editors.id']],
    [
      'go on in rows of rows',
      { a: { every: { b: { some: { c: { equals: 1 } } } } } },
      ['a', 'a.id', 'a.b', 'a.b.id', 'a.b.c'],
    ],
    ['include paths that do not exist', { 'x.y': { is: 1 } }, ['x.y']],
  ])('%s', (_, where, paths) => expect(namedPaths(parseWhere(where))).toEqual(paths))
})

describe('limits', () => {
  it('apply to clients, not to the application', () => {
    expect(limitsFor({ system: false })).toBe(CLIENT_LIMITS)
    expect(limitsFor({ system: true })).toBe(NO_LIMITS)
  })

  it.each<[string, Partial<ReturnType<typeof newCount>>, number]>([
    ['nothing is not too much', {}, 0],
    ['as many as there may be are not too much', { conditions: 100, words: 50, steps: 100 }, 0],
    ['one condition too many is', { conditions: 101 }, 1],
    ['each limit has a message of its own', { conditions: 101, words: 51, steps: 101 }, 3],
  ])('%s', (_, counted, messages) =>
    expect(tooMuch({ ...newCount(), ...counted }, CLIENT_LIMITS)).toHaveLength(messages),
  )

  it('of the application are never reached', () =>
    expect(tooMuch({ conditions: 1e9, words: 1e9, steps: 1e9 }, NO_LIMITS)).toEqual([]))
})
