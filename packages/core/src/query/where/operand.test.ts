import { describe, expect, it } from 'vitest'
import { isStorableText } from '../../content/storable.ts'
import { isPosition } from '../geometry.ts'
import { readOperand } from './resolve-test.ts'

type Row = [string, Parameters<typeof readOperand>[1], unknown, unknown]

describe('a value of a query', () => {
  it.each<Row>([
    ['text as it is', 'text', ' x ', ' x '],
    ['the empty text', 'text', '', ''],
    ['a date in its stored form', 'instant', '2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z'],
    ['a Date of the local API', 'instant', new Date('2026-01-01'), '2026-01-01T00:00:00.000Z'],
    ['a day', 'day', '2026-01-01', '2026-01-01'],
    ['a number', 'number', -0.5, -0.5],
    ['zero', 'number', 0, 0],
    ['false', 'boolean', false, false],
    ['a number of JSON', 'json', 0, 0],
    ['a boolean of JSON', 'json', false, false],
    ['a text of JSON', 'json', '', ''],
    ['a pair as one text', 'pair', { relationTo: 'posts', value: 'a' }, 'posts/a'],
  ])('is read: %s', (_, comparedAs, value, operand) => expect(readOperand(value, comparedAs)).toBe(operand))

  it.each<[string, Parameters<typeof readOperand>[1], unknown]>([
    ['a number for text', 'text', 1],
    ['null for text', 'text', null],
    ['text with a NUL', 'text', 'a\0b'],
    ['half of a surrogate pair', 'text', '\ud800'],
    ['a date that is none', 'instant', '2026-02-30'],
    ['an invalid Date', 'instant', new Date('x')],
    ['a Date beyond the year 9999', 'instant', new Date(8.64e15)],
    ['a number for a date', 'instant', 0],
    ['a moment for a day', 'day', '2026-01-01T00:00:00Z'],
    ['a Date for a day', 'day', new Date('2026-01-01')],
    ['a numeral', 'number', '1'],
    ['NaN', 'number', Number.NaN],
    ['infinity', 'number', Infinity],
    ['1 for true', 'boolean', 1],
    ['the word true', 'boolean', 'true'],
    ['an object of JSON', 'json', {}],
    ['null of JSON', 'json', null],
    ['a list of JSON', 'json', []],
    ['a pair without a value', 'pair', { relationTo: 'posts' }],
    ['a pair with something else in it', 'pair', { relationTo: 'posts', value: 'a', x: 1 }],
    ['a pair with a number', 'pair', { relationTo: 'posts', value: 1 }],
    ['a pair as a text', 'pair', 'posts/a'],
    ['a pair with a NUL', 'pair', { relationTo: 'posts', value: '\0' }],
    ['any value for a point', 'point', [1, 2]],
  ])('is refused: %s', (_, comparedAs, value) => expect(readOperand(value, comparedAs)).toBeUndefined())
})

describe('text that databases can store', () => {
  it.each([
    ['', true],
    ['a\n\t', true],
    ['\u{1f600}', true],
    ['\ufffe', true],
    ['\0', false],
    ['\udc00', false],
    [3, false],
  ])('%j: %s', (value, result) => expect(isStorableText(value)).toBe(result))
})

describe('a position', () => {
  it.each<[unknown, boolean]>([
    [[0, 0], true],
    [[-180, -90], true],
    [[180, 90], true],
    [[180.001, 0], false],
    [[0, -90.5], false],
    [[0], false],
    [[0, 0, 0], false],
    [['0', 0], false],
    [[Number.NaN, 0], false],
    [[null, 0], false],
    [{ 0: 0, 1: 0, length: 2 }, false],
    [null, false],
  ])('%j: %s', (value, result) => expect(isPosition(value)).toBe(result))
})
