import { expect, it } from 'vitest'
import { whereOf } from './entries.ts'

it('queries whole days in the time zone of the user', () => {
  expect(whereOf({ since: '2026-03-29', until: '2026-03-29' })).toEqual({
    at: {
      greater_than_equal: new Date(2026, 2, 29).toISOString(),
      less_than: new Date(2026, 2, 30).toISOString(),
    },
  })
})

it('combines all filters', () => {
  expect(whereOf({ who: 'Ines', actor: '01', kind: 'reads', entity: 'users', outcome: 'refused' })).toEqual({
    'actor.label': { contains: 'Ines' },
    'actor.id': { equals: '01' },
    action: { in: ['document.read', 'document.listed'] },
    entity: { equals: 'users' },
    outcome: { equals: 'refused' },
  })
})

it('ignores filters in an address that make no sense', () => {
  expect(whereOf({ kind: 'constructor', since: 'soon', until: '', outcome: 'perhaps', who: '' })).toEqual({})
})
