import { compileCheck, f, fieldTypes } from '@quirecms/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueScenarios } from './field-scenarios.ts'

const palette = f.json({
  schema: {
    type: 'object',
    properties: {
      colors: { type: 'array', items: { type: 'string', pattern: '^#' }, minItems: 1, maxItems: 2 },
      at: { type: 'string', format: 'date-time' },
      size: { type: 'integer', exclusiveMinimum: 0 },
    },
    required: ['colors'],
    additionalProperties: false,
  },
})

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

valueScenarios('json', [
  ...[null, true, 1.5, 'text', [], {}, { a: [{ b: null }] }].map((value) => ({
    name: `takes ${JSON.stringify(value)}`,
    field: f.json(),
    value,
  })),
  { name: 'takes what its schema allows', field: palette, value: { colors: ['#fff'], at: '2024-01-01T00:00:00Z' } },
  { name: 'reports the path of a missing value', field: palette, value: {}, issues: ['required colors'] },
  {
    name: 'reports all issues, with paths into the value',
    field: palette,
    value: { colors: ['#fff', 3, 'red'], at: 'now', size: 0, more: 1 },
    issues: ['max_rows colors', 'type colors.1', 'pattern colors.2', 'format at', 'min size', 'unknown_field more'],
  },
  { name: 'refuses another type', field: palette, value: [], issues: ['type'] },
  { name: 'refuses NUL deep inside', field: f.json(), value: { a: ['b\0'] }, issues: ['format a.0'] },
  { name: 'refuses half a pair deep inside', field: f.json(), value: { a: { b: '\udc00' } }, issues: ['format a.b'] },
  { name: 'refuses NUL in a key', field: f.json(), value: { a: { 'b\0': 1 } }, issues: ['format a'] },
  { name: 'takes 32 levels', field: f.json(), value: nested(32) },
  { name: 'refuses 33 levels', field: f.json(), value: nested(33), issues: [`format ${'0.'.repeat(31)}0`] },
  {
    name: 'refuses a value that is not JSON',
    field: f.json(),
    value: { a: undefined, b: new Date(0), c: Number.NaN, d: 1n },
    issues: ['type a', 'type b', 'type c', 'type d'],
  },
])

test('a value that contains itself is refused, also by a schema that refers to itself', () => {
  const schema = { type: 'object', properties: { self: { $ref: '#' } } }
  for (const options of [{}, { schema }]) {
    expect(compileCheck(fieldTypes.json, options)(cycle as never)).toEqual([
      expect.objectContaining({ code: 'format', message: 'Must not be nested deeper than 32 levels.' }),
    ])
  }
})

test('two fields may use a schema with the same $id', () => {
  const schema = { $id: 'https://example.com/size', type: 'object' }
  expect(fieldTypes.json.problems({ schema: { ...schema, required: ['a'] } })).toEqual([])
  expect(fieldTypes.json.problems({ schema: { ...schema, required: ['b'] } })).toEqual([])
})

test('any JSON value is accepted, unless its text cannot be stored', () => {
  const check = compileCheck(fieldTypes.json, {})
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value)
      expect(check(value as never).length > 0).toBe(text.includes('\\u0000') || /\\ud[89a-f]/.test(text))
    }),
  )
})

valueScenarios('point', [
  { name: 'takes [lng, lat]', field: f.point(), value: [4.35, 50.85] },
  { name: 'takes the corner coordinates', field: f.point(), value: [-180, 90] },
  { name: 'refuses a longitude out of range', field: f.point(), value: [180.1, 0], issues: ['format'] },
  { name: 'refuses a latitude out of range', field: f.point(), value: [0, -90.1], issues: ['format'] },
  { name: 'refuses one number', field: f.point(), value: [1], issues: ['format'] },
  { name: 'refuses three numbers', field: f.point(), value: [1, 2, 3], issues: ['format'] },
  { name: 'refuses texts', field: f.point(), value: ['1', '2'], issues: ['format'] },
  { name: 'refuses objects', field: f.point(), value: { lng: 1, lat: 2 }, issues: ['type'] },
  { name: 'refuses a text', field: f.point(), value: '1,2', issues: ['type'] },
])

const toOne = f.relationship({ to: 'users' })
const toSeveral = f.relationship({ to: ['posts', 'pages'], many: true })

valueScenarios('relationship', [
  { name: 'takes an id', field: toOne, value: '0198c2f0-0000-7000-8000-000000000000' },
  { name: 'does not check whether the id exists', field: toOne, value: 'nobody' },
  { name: 'refuses a document', field: toOne, value: { id: 'x' }, issues: ['type'] },
  { name: 'refuses NUL', field: toOne, value: '\0', issues: ['format'] },
  { name: 'takes a pair', field: toSeveral, value: { relationTo: 'pages', value: 'id' } },
  {
    name: 'refuses another collection',
    field: toSeveral,
    value: { relationTo: 'users', value: 'id' },
    issues: ['option relationTo'],
  },
  { name: 'refuses half a pair', field: toSeveral, value: { relationTo: 'pages' }, issues: ['required value'] },
  {
    name: 'refuses more than a pair',
    field: toSeveral,
    value: { relationTo: 'pages', value: 'id', x: 1 },
    issues: ['unknown_field x'],
  },
  { name: 'refuses a bare id', field: toSeveral, value: 'id', issues: ['type'] },
])
