import { described } from '../../contracts/described-value.ts'
import type { AnswerOf, DescribedOperations, OperationMethods } from '../../config/infer/operation-methods.ts'

const TEXT = { type: 'string' } as const

export const REFERENCE_API = {
  /** Which documents point to this one, and through which field, as far as the caller may read them. */
  references: {
    name: 'references',
    summary: 'Find out what points to a document',
    description:
      'Lists the documents and globals whose relationships point here, as far as you may read them, with the path of each relationship.',
    endpoint: { method: 'GET', path: '/{id}/references' },
    local: { method: 'references', args: ['id'] },
    parameters: ['page', 'limit'],
    body: { kind: 'none' },
    ifMatch: false,
    answer: {
      kind: 'value',
      status: 200,
      schema: {
        type: 'object',
        required: ['docs', 'pagination'],
        properties: {
          docs: {
            type: 'array',
            items: {
              type: 'object',
              required: ['kind', 'slug', 'id', 'field'],
              properties: {
                kind: { enum: ['collection', 'global'] },
                slug: TEXT,
                id: TEXT,
                /** The path of the relationship, without row indexes. */
                field: TEXT,
              },
            },
          },
          pagination: described('pagination', { type: 'object' }),
        },
      },
    },
  },
} as const satisfies DescribedOperations

export type ReferenceApi<Options> = OperationMethods<typeof REFERENCE_API, Options>

/** A place that points to a document. */
export type DocumentReference = AnswerOf<typeof REFERENCE_API.references>['docs'][number]
