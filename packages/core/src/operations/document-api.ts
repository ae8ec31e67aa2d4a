import { schemas } from '../contracts/answer-schemas.ts'
import type { Answered, DescribedOperations, OperationMethods } from '../config/infer/operation-methods.ts'

/** Descriptions of operations that are the same for every collection. */
export const DELETE_API = {
  /** If the collection has a trash, the document goes there. */
  delete: {
    name: 'delete',
    summary: 'Delete a document',
    description: 'Moves the document to the trash if the collection has one. Otherwise, deletes it for good.',
    endpoint: { method: 'DELETE', path: '/{id}' },
    local: { method: 'delete', args: ['id'] },
    ifMatch: true,
    answer: { kind: 'value', status: 200, schema: schemas.deleted },
  },
} as const satisfies DescribedOperations

export type DeleteApi<Options> = OperationMethods<typeof DELETE_API, Options>

export const COUNT_SCHEMA = {
  type: 'object',
  required: ['count'],
  properties: { count: { type: 'integer', minimum: 0 } },
} as const

export const MOST_VALUES = 1_000

export const VALUES_SCHEMA = {
  type: 'object',
  required: ['values', 'truncated'],
  properties: {
    values: {
      type: 'array',
      items: {
        type: 'object',
        required: ['value', 'count'],
        properties: {
          /** As documents have it; null where they have none. */
          value: { description: 'The value; null for documents without one.' },
          /** In how many documents it is. */
          count: { type: 'integer', minimum: 1, description: 'Number of documents with this value.' },
        },
      },
      maxItems: MOST_VALUES,
    },
    /** There are more values than these. */
    truncated: { type: 'boolean', description: 'True if there are more.' },
  },
} as const

export type DistinctValues = Answered<typeof VALUES_SCHEMA>
