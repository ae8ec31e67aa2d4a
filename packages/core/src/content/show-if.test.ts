import { describe, expect, it } from 'vitest'
import { askedOf, isShown, wrongForm } from './show-if.ts'

const siblings = { kind: 'event', seats: 5, tags: ['a', 'b'], none: [], empty: null, open: false }

describe('showIf', () => {
  it.each<[unknown, boolean]>([
    [undefined, true],
    [{}, true],
    [{ kind: { equals: 'event' } }, true],
    [{ kind: { equals: 'Event' } }, false],
    [{ missing: { equals: null } }, true],
    [{ kind: { not_equals: 'event' } }, false],
    [{ missing: { not_equals: 'event' } }, true],
    [{ kind: { in: ['event', 'talk'] } }, true],
    [{ kind: { not_in: ['event'] } }, false],
    [{ seats: { greater_than: 5 } }, false],
    [{ seats: { greater_than_equal: 5 } }, true],
    [{ seats: { less_than: 6, greater_than: 4 } }, true],
    [{ seats: { less_than: '6' } }, false],
    [{ kind: { less_than: 'f' } }, true],
    [{ open: { exists: true } }, true],
    [{ empty: { exists: true } }, false],
    [{ none: { exists: false } }, true],
    [{ tags: { equals: 'b' } }, true],
    [{ tags: { not_equals: 'b' } }, false],
    [{ tags: { not_in: ['c'] } }, true],
    [{ none: { equals: null } }, true],
    [{ and: [{ kind: { equals: 'event' } }, { seats: { equals: 4 } }] }, false],
    [{ or: [{ kind: { equals: 'x' } }, { seats: { equals: 5 } }] }, true],
    [{ or: [] }, false],
    [{ and: [] }, true],
    [{ not: { kind: { equals: 'event' } } }, false],
    [{ not: { not: { kind: { equals: 'event' } } } }, true],
  ])('with %j: %s', (condition, result) => expect(isShown(condition, siblings)).toBe(result))
})

it('names the fields that it depends on', () =>
  expect(askedOf({ a: { equals: 1 }, or: [{ b: {} }, { not: { c: {} } }] }).map(([name]) => name)).toEqual([
    'a',
    'b',
    'c',
  ]))

describe('the form of a condition', () => {
  it.each<[unknown]>([
    [{ kind: { equals: 'a' } }],
    [{ kind: { equals: null } }],
    [{ or: [{ a: { exists: true } }, { not: { b: { in: [1, 'a', false] } } }] }],
  ])('is valid: %j', (condition) => expect(wrongForm(condition)).toBeNull())

  it.each<[unknown, string]>([
    [{}, 'must be a condition'],
    [[], 'must be a condition'],
    ['kind', 'must be a condition'],
    [{ kind: 'event' }, 'needs a condition for "kind"'],
    [{ kind: {} }, 'needs a condition for "kind"'],
    [{ kind: { contains: 'a' } }, 'has the operator "contains" for "kind"'],
    [{ kind: { equals: {} } }, 'has a wrong value for `equals`'],
    [{ kind: { equals: Number.NaN } }, 'has a wrong value for `equals`'],
    [{ kind: { in: [] } }, 'a list of texts'],
    [{ kind: { in: 'a' } }, 'a list of texts'],
    [{ kind: { exists: 1 } }, 'true or false'],
    [{ and: [] }, 'a list of conditions in `and`'],
    [{ or: {} }, 'a list of conditions in `or`'],
    [{ not: [] }, 'must be a condition'],
    [{ and: [{ kind: { equals: 'a' } }, { kind: {} }] }, 'needs a condition for'],
  ])('is invalid: %j', (condition, message) => expect(wrongForm(condition)).toContain(message))
})
