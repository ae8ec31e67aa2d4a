import { expect, it } from 'vitest'
import { directionOf } from './direction.ts'

it.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['az-Arab', 'rtl'],
  ['az', 'ltr'],
])('texts in %s run %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction)
})
