import { describe, expect, it } from 'vitest'
import { issuesOf, rootOf } from '../../../../../tests/unit/journal.ts'
import { parseWhere } from './parse-where.ts'
import { resolveWhere } from './resolve-where.ts'
import { NO_LIMITS, newCount } from '../query-problems.ts'

const resolve = (where: unknown) => resolveWhere(parseWhere(where), rootOf())
const title = (value: string) => ({ title: { equals: value } })

describe('an invalid where', () => {
  it.each<[string, unknown, { code: string; path: string }[]]>([
    ['names an unknown path', { x: { equals: 1 } }, [{ code: 'unknown_field', path: 'where.x' }]],
    ['asks no object of operators', { title: 'a' }, [{ code: 'type', path: 'where.title' }]],
    ['asks an operator that does not exist', { title: { is: 'a' } }, [{ code: 'option', path: 'where.title' }]],
    [
      'asks an operator that a field lacks',
      { title: { greater_than: 'a', all: [] } },
      [{ code: 'option', path: 'where.title' }],
    ],
    ['asks a value of another type', { views: { equals: 'a' } }, [{ code: 'type', path: 'where.views' }]],
    [
      'asks more values than any test has',
      { title: { in: Array.from({ length: 501 }, () => 'a') } },
      [{ code: 'max', path: 'where.title' }],
    ],
    [
      'is wrong in a part of or',
      { or: [title('a'), { x: { equals: 1 } }] },
      [{ code: 'unknown_field', path: 'where.x' }],
    ],
    ['is wrong in what is negated', { not: { x: { equals: 1 } } }, [{ code: 'unknown_field', path: 'where.x' }]],
    [
      'is wrong in rows',
      { rows: { some: { x: { equals: 1 } } } },
      [{ code: 'unknown_field', path: 'where.rows.some.x' }],
    ],
    [
      'asks rows for a document’s columns',
      { rows: { some: { createdAt: { exists: true } } } },
      [{ code: 'unknown_field', path: 'where.rows.some.createdAt' }],
    ],
    ['is no object for rows', { rows: { some: [] } }, [{ code: 'type', path: 'where.rows.some' }]],
    ['asks a single document for some', { author: { some: {} } }, [{ code: 'option', path: 'where.author' }]],
    [
      'leads too far',
      { 'author.boss.boss.boss.boss.boss.name': { exists: true } },
      [{ code: 'max', path: 'where.author.boss.boss.boss.boss.boss.name' }],
    ],
    [
      'leads too far through rows',
      { editors: { some: { 'boss.boss.boss.boss.boss.name': { exists: true } } } },
      [{ code: 'max', path: 'where.editors.some.boss.boss.boss.boss.boss.name' }],
    ],
  ])('%s', (_, where, issues) => expect(issuesOf(() => resolve(where))).toEqual(issues))

  it('reports all problems at once, in the order of the query', () => {
    const where = { x: { equals: 1 }, title: { equals: 1, is: 2 }, and: 5, y: {} }
    expect(issuesOf(() => resolve(where))).toEqual([
      { code: 'unknown_field', path: 'where.x' },
      { code: 'type', path: 'where.title' },
      { code: 'option', path: 'where.title' },
      { code: 'type', path: 'where.and' },
      { code: 'unknown_field', path: 'where.y' },
    ])
  })

  it('has the same error whether a field is not readable or does not exist', () => {
    const closed = { ...rootOf(), mayRead: ({ name }: { name: string }) => name !== 'title' }
    const said = (path: string, scope = closed) => {
      try {
        resolveWhere(parseWhere({ [path]: { equals: 'a' } }), scope)
        return ''
      } catch (error) {
        return JSON.stringify([(error as Error).message, (error as { issues?: unknown }).issues]).replaceAll(path, '?')
      }
    }
    expect(said('title')).toBe(said('nothing'))
    expect(said('title')).not.toBe('')
  })

  it('names its query parameter', () =>
    expect(issuesOf(() => resolveWhere(parseWhere({ x: {} }), rootOf(), { at: 'joins.written.where' }))).toEqual([
      { code: 'unknown_field', path: 'joins.written.where.x' },
    ]))
})

describe('limits of a where', () => {
  const many = (count: number, one: unknown) => ({ or: Array.from({ length: count }, () => one) })

  it('apply to conditions, each test of a path counted separately', () => {
    const three = { title: { equals: 'a', not_equals: 'b' }, views: { equals: 1 } }
    expect(issuesOf(() => resolve(many(100, title('a'))))).toEqual([])
    expect(issuesOf(() => resolve({ and: [many(33, three), title('a')] }))).toEqual([])
    expect(issuesOf(() => resolve(many(34, three)))).toEqual([{ code: 'max', path: 'where' }])
  })

  it('apply to words of all tests together', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
    expect(issuesOf(() => resolve({ title: { like: words(25), contains: words(25) } }))).toEqual([])
    expect(issuesOf(() => resolve({ title: { like: words(25), contains: words(26) } }))).toEqual([
      { code: 'max', path: 'where' },
    ])
  })

  it('apply to steps into other documents', () => {
    const far = { 'author.boss.boss.boss.age': { equals: 1 } }
    expect(issuesOf(() => resolve(many(25, far)))).toEqual([])
    expect(issuesOf(() => resolve(many(26, far)))).toEqual([{ code: 'max', path: 'where' }])
  })

  it('apply to several queries of one request together', () => {
    const counted = newCount()
    resolveWhere(parseWhere(many(60, title('a'))), rootOf(), { counted })
    expect(issuesOf(() => resolveWhere(parseWhere(many(60, title('a'))), rootOf(), { counted }))).toEqual([
      { code: 'max', path: 'where' },
    ])
  })

  it('do not apply to the application', () => {
    expect(() => resolveWhere(parseWhere(many(300, title('a')), NO_LIMITS), rootOf())).not.toThrow()
  })
})

describe('a valid where', () => {
  it.each<[string, unknown, object]>([
    ['of nothing always holds', {}, { kind: 'always' }],
    ['is not wrapped for one test', title('a'), { kind: 'compare' }],
    ['never holds with an empty or', { or: [] }, { kind: 'never' }],
    [
      'asks each of several collections',
      { 'about.title': { equals: 'a' } },
      { kind: 'or', of: [{ kind: 'compare' }, { kind: 'compare' }] },
    ],
    [
      'is null only if no collection has a value',
      { 'about.title': { equals: null } },
      { kind: 'not', of: { kind: 'or' } },
    ],
    ['excludes in all collections', { 'about.title': { not_equals: 'a' } }, { kind: 'not', of: { kind: 'or' } }],
    ['asks some row', { rows: { some: { label: { equals: 'a' } } } }, { kind: 'some', of: { kind: 'compare' } }],
    ['asks no row', { rows: { none: { label: { equals: 'a' } } } }, { kind: 'not', of: { kind: 'some' } }],
    [
      'asks every row for the opposite of none',
      { rows: { every: { label: { equals: 'a' } } } },
      { kind: 'not', of: { kind: 'some', of: { kind: 'not' } } },
    ],
    ['asks every row nothing, which always holds', { rows: { every: {} } }, { kind: 'always' }],
    [
      'asks some document of many',
      { editors: { some: { name: { equals: 'a' } } } },
      { kind: 'some', steps: [{ kind: 'key' }, { kind: 'elements' }, { kind: 'hop' }] },
    ],
  ])('%s', (_, where, condition) => expect(resolve(where)).toMatchObject(condition))
})
