import {
  type AnswerOf,
  described,
  type DescribedOperations,
  type OperationMethods,
  schemas,
  answersObject,
} from '@quirecms/core/feature'

const TEXT = { type: 'string' } as const
const COUNT = { type: 'integer', minimum: 0 } as const

export const MOST_LOOKED_AT = 10_000
/** Maximum number of used documents in the answer; the others are only counted. */
export const MOST_NAMED = 100

export const REFERENCE_API = {
  /** Documents that point to this one, and the fields that do, as far as the caller may read them. */
  references: {
    name: 'references',
    summary: 'List references to a document',
    description:
      'Lists the documents and globals whose relationships point here and that you may read, with the path of each relationship.',
    endpoint: { method: 'GET', path: '/{id}/references' },
    local: { method: 'references', args: ['id'] },
    parameters: ['page', 'limit'],
    ifMatch: false,
    answer: answersObject({
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
    }),
  },
  /** Finds out which of many documents are referenced: these would be affected by deleting all of them. */
  referencesToMany: {
    name: 'referencesToMany',
    summary: 'Count references to many documents',
    description: `Examines up to ${MOST_LOOKED_AT.toLocaleString('en')} documents that a query matches, and counts those that are referenced by documents and globals that you may read. For signed-in users.`,
    endpoint: { method: 'POST', path: '/references' },
    local: { method: 'referencesToMany', args: ['body'] },
    parameters: [],
    body: {
      kind: 'schema',
      optional: true,
      schema: {
        type: 'object',
        additionalProperties: false,
        examples: [{ where: { createdAt: { less_than: '2026-01-01T00:00:00.000Z' } } }],
        properties: schemas.chosenDocuments,
      },
    },
    ifMatch: false,
    answer: answersObject({
      matched: { ...COUNT, description: 'Number of documents that the query matches.' },
      checked: { ...COUNT, description: 'Number of examined documents, in the order of their ids.' },
      used: { ...COUNT, description: 'Number of examined documents with references.' },
      docs: {
        type: 'array',
        maxItems: MOST_NAMED,
        description: 'The first documents with references, and their number; those that can’t be deleted come first.',
        items: {
          type: 'object',
          required: ['id', 'total'],
          properties: {
            id: TEXT,
            total: COUNT,
            restricted: {
              const: true,
              description: "A relationship with `onDelete: 'restrict'` points to the document.",
            },
          },
        },
      },
      places: {
        type: 'array',
        description: 'The relationships that point to the documents, and how often.',
        items: {
          type: 'object',
          required: ['kind', 'slug', 'field', 'total'],
          properties: { kind: { enum: ['collection', 'global'] }, slug: TEXT, field: TEXT, total: COUNT },
        },
      },
    }),
  },
} as const satisfies DescribedOperations

export type ReferenceApi<Options, Where> = OperationMethods<typeof REFERENCE_API, Options, { readonly where: Where }>

export type DocumentReference = AnswerOf<typeof REFERENCE_API.references>['docs'][number]
