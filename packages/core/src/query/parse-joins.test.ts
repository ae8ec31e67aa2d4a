import { describe, expect, it } from 'vitest'
import { issuesOf, journal } from '../../../../tests/unit/journal.ts'
import { QueryProblems } from './query-problems.ts'
import { parseJoins } from './parse-joins.ts'

function parse(joins: unknown) {
  const problems = new QueryProblems()
  const parsed = parseJoins(joins, journal.users.fields, problems, false)
  problems.throwIfAny()
  return Object.fromEntries(parsed)
}

describe('the parameter joins', () => {
  it.each<[string, unknown, unknown]>([
    ['may be nothing', {}, {}],
    ['may be nothing of a join', { written: {} }, { written: { at: 'joins.written' } }],
    [
      'is its limit, order and filter',
      { written: { limit: 3, sort: '-at', where: {} } },
      { written: { at: 'joins.written', limit: 3, sort: '-at', where: {} } },
    ],
    [
      'is at most as many as it is configured to',
      { finished: { limit: 5 } },
      { finished: { at: 'joins.finished', limit: 5 } },
    ],
  ])('%s', (_, joins, parsed) => expect(parse(joins)).toEqual(parsed))

  it.each<[string, unknown, { code: string; path: string }[]]>([
    ['a list', [], [{ code: 'type', path: 'joins' }]],
    ['an unknown join', { x: {} }, [{ code: 'unknown_field', path: 'joins.x' }]],
    ['a field that is none', { boss: {} }, [{ code: 'unknown_field', path: 'joins.boss' }]],
    ['true', { written: true }, [{ code: 'type', path: 'joins.written' }]],
    ['more than it is configured to', { finished: { limit: 6 } }, [{ code: 'type', path: 'joins.finished.limit' }]],
    ['none', { written: { limit: 0 } }, [{ code: 'type', path: 'joins.written.limit' }]],
    ['half of one', { written: { limit: 1.5 } }, [{ code: 'type', path: 'joins.written.limit' }]],
    ['a numeral', { written: { limit: '2' } }, [{ code: 'type', path: 'joins.written.limit' }]],
    ['an unknown option', { written: { page: 2 } }, [{ code: 'unknown_field', path: 'joins.written.page' }]],
  ])('cannot be %s', (_, joins, issues) => expect(issuesOf(() => parse(joins))).toEqual(issues))
})
