import {
  type DescribedOperations,
  type GlobalOperationMethods,
  type OperationMethods,
  schemas,
  answersObject,
} from '@quirecms/core/feature'

/** Maximum number of users of a document in an answer. */
export const MOST_HERE = 20

const PERSON = {
  type: 'object',
  required: ['user', 'name', 'since'],
  properties: {
    /** Null if the caller may not read the user. */
    user: { ...schemas.namedUserOrNull, description: 'The user, if you may read it.' },
    /** Null if the caller may not read the name. */
    name: { type: ['string', 'null'], description: 'The name of the user, if you may read it.' },
    since: { type: 'string', format: 'date-time' },
  },
} as const

const HERE = { type: 'array', maxItems: MOST_HERE, items: PERSON } as const

const COMMON = { parameters: [], ifMatch: false } as const

export const PRESENCE_API = {
  /** Reports that the actor has the document open, and returns who else has. */
  heartbeat: {
    ...COMMON,
    name: 'heartbeat',
    summary: 'Report that you have a document open, and read who else has',
    description: 'Repeat this every 20 seconds; it expires after 45. The response does not include you.',
    endpoint: { method: 'POST', path: '/{id}/presence' },
    local: { method: 'heartbeat', args: ['id'] },
    answer: answersObject({ here: HERE }),
  },
  /** Reports that the actor has closed the document. */
  endPresence: {
    ...COMMON,
    name: 'endPresence',
    summary: 'Report that you have closed a document',
    description: 'Other users no longer see that you have it open.',
    endpoint: { method: 'DELETE', path: '/{id}/presence' },
    local: { method: 'endPresence', args: ['id'] },
    answer: answersObject({ left: { const: true } }),
  },
} as const satisfies DescribedOperations

export const PRESENCES_API = {
  /** Returns who has documents of the collection open. */
  presence: {
    ...COMMON,
    name: 'presence',
    summary: 'List who has documents of a collection open',
    description: 'For documents whose drafts you may read. The response does not include you.',
    endpoint: { method: 'GET', path: '/presence' },
    local: { method: 'presence', args: [] },
    answer: answersObject({
      documents: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'here'],
          properties: { id: { type: 'string' }, here: HERE },
        },
      },
    }),
  },
} as const satisfies DescribedOperations

export type PresenceApi<Options> = OperationMethods<typeof PRESENCE_API & typeof PRESENCES_API, Options>

export type GlobalPresenceApi<Options> = GlobalOperationMethods<typeof PRESENCE_API, Options>
