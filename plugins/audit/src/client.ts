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
    from: { description: 'What was there; absent where the log keeps paths alone.' },
    to: { description: 'What is there now; `…` stands for values that are never shown.' },
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
    action: { ...text, description: '`document.updated`, `auth.login`, …; of a refusal, what was refused.' },
    entity: { ...textOrNull, description: 'The slug of a collection, or `global:` and that of a global.' },
    documentId: textOrNull,
    revision: { type: ['integer', 'null'] },
    actor: {
      type: ['object', 'null'],
      required: ['collection', 'id', 'label'],
      properties: {
        collection: text,
        id: text,
        label: { ...textOrNull, description: 'The name or the address that the user had at that moment.' },
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
    ids: { type: ['array', 'null'], items: text, description: 'Of a list that was read: what it held.' },
    outcome: { type: 'string', enum: ['done', 'refused'] },
    code: { ...textOrNull, description: 'What a refusal was answered with.' },
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
      summary: 'Tell what of the log the caller may see',
      description: 'A caller who may see nothing of it is refused.',
      output: {
        type: 'object',
        required: ['others', 'labels'],
        properties: {
          others: {
            type: 'boolean',
            description: 'What others did, its export and its check; otherwise only what the caller did.',
          },
          labels: {
            type: 'boolean',
            description: 'What every user is called, so that `where` may ask for `actor.label`.',
          },
        },
      },
    },
    entries: {
      method: 'GET',
      path: '/entries',
      summary: 'List what happened, newest first',
      description:
        '`where` asks for `id`, `at`, `action`, `entity`, `documentId`, `revision`, `actor.collection`, `actor.id`, `actor.label`, `via`, `key`, `request.id`, `request.address`, `outcome` and `code`; `sort` takes one of them. With `after`, the list goes on from cursor to cursor, and nothing is counted.',
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
      summary: 'Check that the log was not changed',
      description: 'Goes through the chain of hashes, or through the days of it from `from` to `until`.',
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
          unsealed: { ...integer, description: 'What is too new to be part of the chain.' },
          head: {
            ...textOrNull,
            description: 'The last hash. Note it elsewhere, to see later that nothing was cut off.',
          },
          problems: { type: 'array', items: problem, description: 'The first hundred.' },
        },
      },
    },
  },
} as const satisfies PluginApi

export type AuditEntry = Readonly<PluginAnswer<(typeof auditClient)['methods']['entry']>>

export type AuditVerification = Readonly<PluginAnswer<(typeof auditClient)['methods']['verify']>>
