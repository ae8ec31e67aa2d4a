import { expect, it } from 'vitest'
import { humanize } from './entities.ts'

it.each([
  ['siteSettings', 'Site settings'],
  ['site-settings', 'Site settings'],
  ['EUR', 'EUR'],
  ['XL', 'XL'],
  ['IN_PROGRESS', 'In progress'],
  ['a', 'A'],
])('the name %s is shown as %s', (name, shown) => {
  expect(humanize(name)).toBe(shown)
})
