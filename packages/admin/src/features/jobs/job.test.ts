import { expect, it } from 'vitest'
import { emptyInput } from './job.ts'

it('pre-fills the input of a job with the properties that its schema requires', () => {
  const properties = {
    issue: { type: 'integer' },
    to: { type: 'string', examples: ['ann@example.com'] },
    kind: { enum: ['short', 'long'] },
    isTest: { type: 'boolean', default: true },
    note: { type: ['string', 'null'] },
    odd: true,
  }
  expect(emptyInput({ properties, required: ['issue', 'to', 'kind', 'isTest', 'note', 'odd'] })).toEqual({
    issue: 0,
    to: 'ann@example.com',
    kind: 'short',
    isTest: true,
    note: '',
    odd: null,
  })
  expect(emptyInput({ properties, required: ['issue'] })).toEqual({ issue: 0 })
  expect(emptyInput({ type: 'object' })).toEqual({})
  expect(emptyInput({ required: [7], properties: [] })).toEqual({})
})
