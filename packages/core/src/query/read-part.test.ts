import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../contracts/json.ts'
import type { NumberReading, PartReading, TextReading } from '../contracts/condition.ts'
import { readPart } from './read-part.ts'

const text: TextReading = { gives: 'text', kind: 'value' }
const number: NumberReading = { gives: 'number', kind: 'value' }
const slice = (start: number, length: number): TextReading => ({
  gives: 'text',
  kind: 'slice',
  of: text,
  start,
  length,
})
const position = (within: string, of: TextReading = text): NumberReading => ({
  gives: 'number',
  kind: 'position',
  of,
  in: within,
})
const scaled = (by: number, of: NumberReading = number): NumberReading => ({ gives: 'number', kind: 'scaled', of, by })
const member = (name: string): NumberReading => ({ gives: 'number', kind: 'member', name })

describe('a part of a value', () => {
  it.each<[string, PartReading, JsonValue, string | number | null]>([
    ['is a text itself', text, 'abc', 'abc'],
    ['is no text if it is a number', text, 1, null],
    ['is a member', { gives: 'text', kind: 'member', name: 'a' }, { a: 'x' }, 'x'],
    ['is null if there is no member', { gives: 'text', kind: 'member', name: 'b' }, { a: 'x' }, null],
    ['is not inherited', { gives: 'text', kind: 'member', name: 'constructor' }, {}, null],
    ['is null of a list', member('length'), [1], null],
    ['is some letters of a text', slice(1, 2), 'abcd', 'bc'],
    ['is fewer letters at the end', slice(3, 5), 'abcd', 'd'],
    ['is empty beyond the end', slice(9, 2), 'abcd', ''],
    ['counts characters beyond the basic plane as one', slice(1, 1), '\u{1f600}b', 'b'],
    ['is a place in a text', position('0123456789abcdef'), 'a', 10],
    ['is a place counted in characters', position('\u{1f600}x'), 'x', 1],
    ['is -1 where a text is not', position('abc'), 'z', -1],
    ['is null where no text is', position('abc'), null, null],
    ['is a number', number, -2.5, -2.5],
    ['is zero', number, 0, 0],
    ['is the largest that is read', number, 1e100, 1e100],
    ['is no larger number', number, 1e101, null],
    ['is no number closer to zero', number, 1e-101, null],
    ['is a number times another', scaled(16), 3, 48],
    ['is null times anything', scaled(16), 'x', null],
    ['is a sum', { gives: 'number', kind: 'sum', of: [member('a'), scaled(2, member('b'))] }, { a: 1, b: 2 }, 5],
    ['is null if a part of a sum is', { gives: 'number', kind: 'sum', of: [member('a'), member('c')] }, { a: 1 }, null],
  ])('%s', (_, reading, value, part) => expect(readPart(value, reading)).toBe(part))
})
