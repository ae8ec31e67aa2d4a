import {
  type DescribedOperations,
  type GlobalOperationMethods,
  type OperationMethods,
  schemas,
} from '@quirecms/core/feature'

/** Maximum number of users of a document in an answer. */
export const MOST_HERE = 20

const PERSON = {
  type: 'object',
  required: ['user', 'name', 'since'],
  properties: {
    /** Null if the caller may not read the user. */
    user: { ...schemas.namedUserOrNull, description: 'Who it is, where you may read that user.' },
    /** Null if the caller may not read the name. */
    name: { type: ['string', 'null'], description: 'What the user is called, where you may read that.' },
    since: { type: 'string', format: 'date-time' },
  },
} as const

const HERE = { type: 'array', maxItems: MOST_HERE, items: PERSON } as const

const COMMON = { parameters: [], ifMatch: false, body: { kind: 'none' } } as const

export const PRESENCE_API = {
  /** Reports that the actor has the document open, and returns who else has. */
  heartbeat: {
    ...COMMON,
    name: 'heartbeat',
    summary: 'Say that you have a document open, and see who else has',
    description:
      'Say it again every 20 seconds: after 45 it is forgotten. You are not among those whom the answer names.',
    endpoint: { method: 'POST', path: '/{id}/presence' },
    local: { method: 'heartbeat', args: ['id'] },
    answer: {
      kind: 'value',
      status: 200,
      schema: { type: 'object', required: ['here'], properties: { here: HERE } },
    },
  },
  /** Reports that the actor has closed the document. */
  endPresence: {
    ...COMMON,
    name: 'endPresence',
    summary: 'Say that you have closed a document',
    description: 'Other users no longer see that you have it open.',
    endpoint: { method: 'DELETE', path: '/{id}/presence' },
    local: { method: 'endPresence', args: ['id'] },
    answer: {
      kind: 'value',
      status: 200,
      schema: { type: 'object', required: ['left'], properties: { left: { const: true } } },
    },
  },
} as const satisfies DescribedOperations

export const PRESENCES_API = {
  /** Returns who has documents of the collection open. */
  presence: {
    ...COMMON,
    name: 'presence',
    summary: 'See who has documents of a collection open',
    description: 'Of documents that you may read with their drafts. You are not among them.',
    endpoint: { method: 'GET', path: '/presence' },
    local: { method: 'presence', args: [] },
    answer: {
      kind: 'value',
      status: 200,
      schema: {
        type: 'object',
        required: ['documents'],
        properties: {
          documents: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'here'],
              properties: { id: { type: 'string' }, here: HERE },
            },
          },
        },
      },
    },
  },
} as const satisfies DescribedOperations

export type PresenceApi<Options> = OperationMethods<typeof PRESENCE_API & typeof PRESENCES_API, Options>

export type GlobalPresenceApi<Options> = GlobalOperationMethods<typeof PRESENCE_API, Options>
