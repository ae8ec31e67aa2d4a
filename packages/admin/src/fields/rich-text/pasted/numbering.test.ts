import { expect, it } from 'vitest'
import { declarationsOf } from './format-by-tags.ts'
import { numberingOf } from './numbering.ts'

it('distinguishes numbers from bullets by the sign', () => {
  for (const sign of ['·', 'o', '§', '-', '–', '•', '', 'Ø']) expect(numberingOf(sign, undefined), sign).toBeUndefined()
  expect(numberingOf('1.', undefined)).toEqual({ type: null, start: 1 })
  expect(numberingOf('(7)', undefined)).toEqual({ type: null, start: 7 })
  expect(numberingOf('2.3.', undefined)).toEqual({ type: null, start: 3 })
  expect(numberingOf('a)', undefined)).toEqual({ type: 'a', start: 1 })
  expect(numberingOf('C.', undefined)).toEqual({ type: 'A', start: 3 })
  expect(numberingOf('iv.', undefined)).toEqual({ type: 'i', start: 4 })
})

it('prefers the style sheet to the sign', () => {
  expect(numberingOf('1.', 'bullet')).toBeUndefined()
  expect(numberingOf('c.', 'roman-lower')).toEqual({ type: 'i', start: 100 })
  expect(numberingOf('i.', 'alpha-lower')).toEqual({ type: 'a', start: 9 })
  expect(numberingOf('第一', 'decimal')).toEqual({ type: null, start: 1 })
})

it('matches styles by their exact names', () => {
  const style = declarationsOf(`mso-bidi-font-weight:normal;font:7.0pt "Times; New";mso-list:l0 level2 lfo1`)
  expect(style.get('font-weight')).toBeUndefined()
  expect(style.get('font')).toBe('7.0pt "Times; New"')
  expect(style.get('mso-list')).toBe('l0 level2 lfo1')
})
