import { compileSchema, type JsonSchema } from '@quirecms/core'
import { describe, expect, test } from 'vitest'

interface SchemaScenario {
  readonly name: string
  readonly schema: JsonSchema
  readonly value: unknown
  readonly issues: readonly string[]
}

const body = (properties: object, rest: object = {}): JsonSchema => ({ type: 'object', properties, ...rest })

const scenarios: readonly SchemaScenario[] = [
  { name: 'a sound value', schema: body({ ids: { type: 'array' } }), value: { ids: [] }, issues: [] },
  {
    name: 'a missing member',
    schema: body({}, { required: ['ids'] }),
    value: {},
    issues: ['required ids: Is required.'],
  },
  {
    name: 'an unknown member',
    schema: body({}, { additionalProperties: false }),
    value: { 'a/b~c': 1 },
    issues: ['unknown_field a/b~c: There is no field with this name.'],
  },
  {
    name: 'a wrong type, and nothing else about it',
    schema: body({ action: { type: 'string', enum: ['delete'] } }),
    value: { action: 1 },
    issues: ['type action: Must be text.'],
  },
  {
    name: 'one of several types',
    schema: body({ a: { type: ['string', 'null'] } }),
    value: { a: 1 },
    issues: ['type a: Must be text or null.'],
  },
  {
    name: 'a wrong option',
    schema: body({ action: { enum: ['update', 'delete'] }, kind: { const: 'x' } }),
    value: { action: 'drop', kind: 'y' },
    issues: ['option action: Must be one of: "update", "delete".', 'option kind: Must be "x".'],
  },
  {
    name: 'numbers out of bounds',
    schema: body({ a: { minimum: 1 }, b: { maximum: 1 }, c: { exclusiveMinimum: 1 }, d: { exclusiveMaximum: 1 } }),
    value: { a: 0, b: 2, c: 1, d: 1 },
    issues: [
      'max b: Must be 1 or less.',
      'max d: Must be less than 1.',
      'min a: Must be 1 or more.',
      'min c: Must be more than 1.',
    ],
  },
  {
    name: 'texts out of bounds',
    schema: body({ a: { minLength: 2 }, b: { maxLength: 2 }, c: { pattern: '^x' }, d: { format: 'uuid' } }),
    value: { a: 'a', b: 'bbb', c: 'c', d: 'd' },
    issues: [
      'format d: Must be an id.',
      'max_length b: Must have at most 2 characters.',
      'min_length a: Must have at least 2 characters.',
      'pattern c: Must match the pattern ^x.',
    ],
  },
  {
    name: 'lists out of bounds, and elements by index',
    schema: body({ a: { minItems: 1 }, b: { maxItems: 1, items: { type: 'string' } } }),
    value: { a: [], b: ['x', 2] },
    issues: [
      'max_rows b: Must have at most 1 entry.',
      'min_rows a: Must have at least 1 entry.',
      'type b.1: Must be text.',
    ],
  },
  {
    name: 'anything else',
    schema: body({ a: { multipleOf: 2 }, b: { minProperties: 1 } }),
    value: { a: 3, b: {} },
    issues: ['custom a: Must be multiple of 2.', 'custom b: Must NOT have fewer than 1 properties.'],
  },
  {
    name: 'the branch of a condition',
    schema: { if: { type: 'array' }, else: { required: ['a'] } },
    value: {},
    issues: ['required a: Is required.'],
  },
]

describe('a compiled schema reports', () => {
  test.each(scenarios)('$name', ({ schema, value, issues }) => {
    const found = compileSchema(schema)(value)
    expect(found.map(({ code, path, message }) => `${code} ${path}: ${message}`).toSorted()).toEqual(issues)
  })
})

test('the same schema is compiled once', () => {
  expect(compileSchema({ type: 'string' })).toBe(compileSchema({ type: 'string' }))
  expect(compileSchema({ type: 'string' })).not.toBe(compileSchema({ type: 'number' }))
})

test('at most 100 issues are reported', () => {
  const check = compileSchema({ type: 'array', items: { type: 'string' } })
  expect(check(Array.from({ length: 5000 }, () => 1))).toHaveLength(100)
})

test('an invalid schema, or one with external references, is an error', () => {
  expect(() => compileSchema({ type: 'nothing' })).toThrow()
  expect(() => compileSchema({ tpye: 'string' })).toThrow()
  expect(() => compileSchema({ format: 'no-such-format' })).toThrow()
  expect(() => compileSchema({ $ref: 'https://example.com/elsewhere.json' })).toThrow()
})
