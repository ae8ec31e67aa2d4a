import { expect, it } from 'vitest'
import { withRow } from './with-row.ts'

const rows = (...texts: string[]) => texts.map((text) => ({ id: text.charAt(0), text }))
const told = (found: readonly { readonly text?: unknown }[]) => found.map(({ text }) => text).join(' ')

it('restores a row of an earlier revision: in place of its successor, or after its former predecessor', () => {
  const earlier = rows('a1', 'b1', 'c1', 'd1')
  expect(told(withRow(rows('a2', 'b2', 'c2'), earlier, 'b'))).toBe('a2 b1 c2')
  expect(told(withRow(rows('d2', 'a2'), earlier, 'c'))).toBe('d2 a2 c1')
  expect(told(withRow(rows('b2', 'd2'), earlier, 'a'))).toBe('a1 b2 d2')
  expect(told(withRow(rows('a2', 'x2', 'd2'), earlier, 'c'))).toBe('a2 c1 x2 d2')
  expect(told(withRow(null, earlier, 'c'))).toBe('c1')
})

it('changes nothing if there is no such row', () => {
  expect(told(withRow(rows('a1'), rows('b1'), 'z'))).toBe('a1')
})
