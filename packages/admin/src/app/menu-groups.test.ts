import { describe, expect, test } from 'vitest'
import { withEntries } from './menu-groups.ts'

describe('menu entries of extensions', () => {
  const groups = [
    { label: 'Content', entries: ['posts'] },
    { label: 'Site', entries: ['settings'] },
  ]
  const statistics = { key: 'statistics', label: 'Statistics', group: 'Site', view: 'statistics' }
  const ratings = { key: 'ratings', label: 'Ratings', group: 'Reports', view: 'ratings' }
  const manual = { key: 'manual', label: 'Manual', href: 'https://example.com' }

  test('go to an existing group or a new one, and each group appears once', () => {
    expect(withEntries(groups, [manual, ratings, statistics], 'More')).toEqual([
      { label: 'Content', entries: ['posts'], extra: [] },
      { label: 'Site', entries: ['settings'], extra: [statistics] },
      { label: 'More', entries: [], extra: [manual] },
      { label: 'Reports', entries: [], extra: [ratings] },
    ])
  })

  test('change nothing if there are none', () => {
    expect(withEntries(groups, [], 'More')).toEqual(groups.map((group) => ({ ...group, extra: [] })))
  })
})
