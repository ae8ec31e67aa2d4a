import { describe, expect, test } from 'vitest'
import { withEntries } from './menu-groups.ts'

describe('what extensions add to the navigation', () => {
  const groups = [
    { label: 'Content', entries: ['posts'] },
    { label: 'Site', entries: ['settings'] },
  ]
  const statistics = { key: 'statistics', label: 'Statistics', group: 'Site', view: 'statistics' }
  const ratings = { key: 'ratings', label: 'Ratings', group: 'Reports', view: 'ratings' }
  const manual = { key: 'manual', label: 'Manual', href: 'https://example.com' }

  test('stands under a heading that is there, or under one of its own, each of which there is once', () => {
    expect(withEntries(groups, [manual, ratings, statistics], 'More')).toEqual([
      { label: 'Content', entries: ['posts'], extra: [] },
      { label: 'Site', entries: ['settings'], extra: [statistics] },
      { label: 'More', entries: [], extra: [manual] },
      { label: 'Reports', entries: [], extra: [ratings] },
    ])
  })

  test('changes nothing where there is none', () => {
    expect(withEntries(groups, [], 'More')).toEqual(groups.map((group) => ({ ...group, extra: [] })))
  })
})
