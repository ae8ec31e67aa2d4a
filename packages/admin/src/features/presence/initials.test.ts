import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Ann Lee', 'AL'],
  ['Ann Mary van der Lee', 'AL'],
  ['ann', 'A'],
  ['ann.lee@example.com', 'AL'],
  ['ann@example.com', 'A'],
  ['سارة أحمد', 'سأ'],
  ['😀 Ann', '😀A'],
  ['', ''],
])('abbreviates %s to %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
