import { describe, expect, it } from 'vitest'
import { fieldOf } from '../../../../tests/unit/journal.ts'
import type { JsonValue } from '../../../core/src/contracts/json.ts'
import { f } from '../../../core/src/fields/index.ts'
import { cellOf, listOf, saidIn, valueOf } from './cell-values.ts'

const FIELDS = {
  text: fieldOf(f.text()),
  number: fieldOf(f.number()),
  checkbox: fieldOf(f.checkbox()),
  labels: fieldOf(f.select({ options: ['a', 'b, c', '[d'], many: true })),
  numbers: fieldOf(f.number({ many: true })),
  author: fieldOf(f.relationship({ to: 'users' })),
  about: fieldOf(f.relationship({ to: ['posts', 'users'] })),
  abouts: fieldOf(f.relationship({ to: ['posts', 'users'], many: true })),
  json: fieldOf(f.json()),
  place: fieldOf(f.point()),
  rows: fieldOf(f.array({ fields: { label: f.text() } })),
}
type Name = keyof typeof FIELDS

describe('a value and its CSV cell', () => {
  it.each<[Name, JsonValue, string]>([
    ['text', 'Hello, "World"', 'Hello, "World"'],
    ['text', ' x ', ' x '],
    ['text', '5', '5'],
    ['number', -1.5, '-1.5'],
    ['number', 1e21, '1e+21'],
    ['checkbox', false, 'false'],
    ['labels', ['a'], 'a'],
    ['labels', ['a', 'b, c'], '["a","b, c"]'],
    ['labels', ['[d'], '["[d"]'],
    ['numbers', [1, 2.5], '1, 2.5'],
    ['author', 'u1', 'u1'],
    ['about', { relationTo: 'posts', value: 'p1' }, 'posts/p1'],
    [
      'abouts',
      [
        { relationTo: 'posts', value: 'p1' },
        { relationTo: 'users', value: 'u1' },
      ],
      'posts/p1, users/u1',
    ],
    ['json', { a: [1, null] }, '{"a":[1,null]}'],
    ['json', 'x', '"x"'],
    ['place', [1, 2], '[1,2]'],
    ['rows', [{ id: '1', label: 'x' }], '[{"id":"1","label":"x"}]'],
  ])('%s %j is %j, and round-trips', (name, value, cell) => {
    expect(cellOf(FIELDS[name], value)).toBe(cell)
    expect(valueOf(FIELDS[name], cell)).toEqual({ value })
  })

  it.each<[Name, JsonValue | undefined]>([
    ['text', null],
    ['number', undefined],
    ['labels', null],
  ])('%s without a value is an empty cell', (name, value) => expect(cellOf(FIELDS[name], value)).toBe(''))
})

describe('a cell that users write', () => {
  it.each<[Name, string, JsonValue]>([
    ['number', ' 5 ', 5],
    ['number', '+.5', 0.5],
    ['checkbox', 'YES', true],
    ['checkbox', '1', true],
    ['checkbox', 'no', false],
    ['labels', ' a ,, b ', ['a', 'b']],
    ['labels', ' ["a"]', ['a']],
    ['json', ' 5 ', 5],
    ['about', 'posts/a/b', { relationTo: 'posts', value: 'a/b' }],
  ])('%s %j is %j', (name, cell, value) => expect(valueOf(FIELDS[name], cell)).toEqual({ value }))

  it.each<[Name, string, string]>([
    ['number', '1,5', 'type'],
    ['number', '0x10', 'type'],
    ['number', '1e999', 'type'],
    ['number', 'Infinity', 'type'],
    ['checkbox', 'maybe', 'type'],
    ['numbers', '1, x', 'type'],
    ['about', 'p1', 'format'],
    ['about', '/p1', 'format'],
    ['json', '{a:1}', 'format'],
    ['json', '1,"value":2', 'format'],
    ['json', '1,"x":2', 'format'],
    ['json', '{"a":1,"a":2}', 'format'],
    ['labels', '["a"', 'format'],
    ['place', '1 2', 'format'],
  ])('%s %j is refused as %s', (name, cell, code) =>
    expect(valueOf(FIELDS[name], cell)).toMatchObject({ problem: { code } }),
  )

  it('keeps its blanks in a text field only', () => {
    expect(saidIn(FIELDS.text, ' x ')).toBe(' x ')
    for (const name of ['number', 'labels', 'author'] as const) expect(saidIn(FIELDS[name], ' x ')).toBe('x')
    expect(saidIn(null, ' x ')).toBe('x')
  })

  it('contains as many values as its commas separate', () => expect(listOf(' a, b ,,c')).toEqual(['a', 'b', 'c']))
})
