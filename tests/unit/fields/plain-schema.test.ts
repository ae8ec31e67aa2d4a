import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { isPlainSchema } from '../../../packages/core/src/fields/compile-schema.ts'

/** For each keyword, values that the meta-schema allows and values that it doesn't. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  type: ['string', 'integer', ['string', 'null'], [], ['string', 'string'], ['text'], 'text', 3, null],
  properties: [{}, { a: {}, b: { type: 'string' } }, { a: true }, { a: { type: 'text' } }, { a: 3 }, [], 'a', null],
  required: [[], ['a', 'b'], ['a', 'a'], [1], 'a', true],
  additionalProperties: [true, false, {}, { type: 'number' }, { type: 3 }, 'no', null],
  items: [true, {}, { items: { enum: [1] } }, { items: { enum: 1 } }, [{}], 3],
  enum: [[], [1, 'a', null], 'a', {}],
  const: [null, 3, { a: [] }],
  default: [null, 'a'],
  title: ['a', 3],
  description: ['a', null],
  format: ['email', true],
  minimum: [0, -1.5, '1', Number.NaN, null],
  maximum: [0, Number.POSITIVE_INFINITY, []],
  exclusiveMinimum: [1, true],
  exclusiveMaximum: [1, false],
  minLength: [0, 3, -1, 1.5, '3'],
  maxLength: [0, 3, -1],
  minItems: [2, 2.5],
  maxItems: [2, null],
}

const schemas = Object.entries(VALUES).flatMap(([name, values]) => values.map((value) => ({ [name]: value })))

test('a plain schema is valid for the meta-schema, and usual ones are plain', () => {
  const ajv = new Ajv2020({ strictNumbers: true, logger: false })
  const differing = schemas.filter((schema) => isPlainSchema(schema) !== ajv.validateSchema(schema))
  expect(differing).toEqual([])
})

test('other keywords and invalid schemas are not plain', () => {
  const others: unknown[] = [
    { pattern: '(' },
    { pattern: 'a' },
    { $ref: '#/$defs/a' },
    { typ: 'string' },
    { toString: true },
  ]
  expect([...others, null, 3, 'a', [], undefined].filter(isPlainSchema)).toEqual([])
  expect([true, false, {}].every(isPlainSchema)).toBe(true)
})
