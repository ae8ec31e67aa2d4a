import type { PluginApi } from 'quirecms'
import type { PluginAnswer } from 'quirecms/plugin'

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const integer = { type: 'integer', minimum: 0 } as const

const change = {
  type: 'object',
  required: ['path'],
  properties: {
    path: text,
    from: { description: 'The previous value; absent if the log stores only paths.' },
    to: { description: 'The new value; `…` stands for values that are never shown.' },
  },
} as const

const entry = {
  type: 'object',
  required: [
    'id',
    'at',
    'action',
    'entity',
    'documentId',
    'revision',
    'actor',
    'via',
    'key',
    'request',
    'changes',
    'ids',
    'outcome',
    'code',
    'hash',
  ],
  properties: {
    id: { type: 'string', format: 'uuid' },
    at: { type: 'string', format: 'date-time' },
    action: { ...text, description: '`document.updated`, `auth.login`, …; for a refusal, the refused action.' },
    entity: { ...textOrNull, description: 'The slug of a collection, or `global:` and the slug of a global.' },
    documentId: textOrNull,
    revision: { type: ['integer', 'null'] },
    actor: {
      type: ['object', 'null'],
      required: ['collection', 'id', 'label'],
      properties: {
        collection: text,
        id: text,
        label: { ...textOrNull, description: "The user's name or email address at that time." },
      },
    },
    via: {
      type: 'string',
      enum: ['session', 'apiKey', 'preview', 'scheme', 'anonymous', 'system', 'job', 'mcp', 'cli'],
    },
    key: { ...textOrNull, description: 'The id of the API key, or the name of the kind of credential.' },
    request: {
      type: ['object', 'null'],
      required: ['id', 'address', 'userAgent'],
      properties: { id: text, address: textOrNull, userAgent: textOrNull },
    },
    changes: { type: ['array', 'null'], items: change },
    ids: { type: ['array', 'null'], items: text, description: 'For a read list: the ids that it contained.' },
    outcome: { type: 'string', enum: ['done', 'refused'] },
    code: { ...textOrNull, description: 'The error code of a refusal.' },
    hash: { ...textOrNull, description: 'With `chain`, once the entry is sealed.' },
  },
} as const

const problem = {
  type: 'object',
  required: ['day', 'sequence', 'id', 'message'],
  properties: { day: text, sequence: { type: ['integer', 'null'] }, id: textOrNull, message: text },
} as const

/**
 * The API of the log, for the server, the client library and the local API. Browsers load this module, so it imports
 * nothing.
 *
 * @example
 * const { docs } = await client.plugin(auditClient).entries({ where: { action: { equals: 'document.deleted' } } })
 */
export const auditClient = {
  key: 'audit',
  methods: {
    rights: {
      method: 'GET',
      path: '/rights',
      summary: 'Read which part of the log the caller may see',
      description: 'Refuses callers who may see nothing of the log.',
      output: {
        type: 'object',
        required: ['others', 'labels'],
        properties: {
          others: {
            type: 'boolean',
            description:
              'Whether the caller sees actions of others, and may export and verify the log; otherwise only own actions.',
          },
          labels: {
            type: 'boolean',
            description: 'Whether the caller sees the names of all users, so that `where` may contain `actor.label`.',
          },
        },
      },
    },
    entries: {
      method: 'GET',
      path: '/entries',
      summary: 'List the entries of the log, newest first',
      description:
        '`where` filters by `id`, `at`, `action`, `entity`, `documentId`, `revision`, `actor.collection`, `actor.id`, `actor.label`, `via`, `key`, `request.id`, `request.address`, `outcome` and `code`; `sort` takes one of them. With `after`, the list is paged by cursor, without a total.',
      input: {
        type: 'object',
        properties: {
          where: { type: 'object' },
          sort: { type: ['string', 'array'], items: { type: 'string' } },
          page: { type: 'integer' },
          limit: { type: 'integer' },
          after: { type: 'string' },
        },
      },
      answer: 'list',
      output: entry,
    },
    entry: {
      method: 'GET',
      path: '/entries/:id',
      summary: 'Read one entry',
      answer: 'doc',
      output: entry,
    },
    verify: {
      method: 'GET',
      path: '/verify',
      summary: 'Verify that the log was not changed',
      description: 'Verifies the hash chain, or its part from the day `from` to the day `until`.',
      input: {
        type: 'object',
        properties: {
          from: { type: 'string', format: 'date', description: 'The first day.' },
          until: { type: 'string', format: 'date', description: 'The last day.' },
        },
      },
      output: {
        type: 'object',
        required: ['ok', 'days', 'entries', 'unsealed', 'head', 'problems'],
        properties: {
          ok: { type: 'boolean' },
          days: integer,
          entries: integer,
          unsealed: { ...integer, description: 'Number of entries that are too new to be part of the chain.' },
          head: {
            ...textOrNull,
            description: 'The last hash. Store it elsewhere to detect later that entries were cut off at the end.',
          },
          problems: { type: 'array', items: problem, description: 'The first hundred faults.' },
        },
      },
    },
  },
} as const satisfies PluginApi

export type AuditEntry = Readonly<PluginAnswer<(typeof auditClient)['methods']['entry']>>

export type AuditVerification = Readonly<PluginAnswer<(typeof auditClient)['methods']['verify']>>
