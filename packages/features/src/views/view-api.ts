import { answersObject, type DescribedOperations, type OperationMethods } from '@quirecms/core/feature'

export const MOST_VIEWS = 100
const LONGEST_NAME = 60
const MOST_ROLES = 50

export const VIEW_KEY = /^[A-Za-z0-9._:-]{1,64}$/
const KEY = { type: 'string', pattern: VIEW_KEY.source } as const

const VIEW = {
  type: 'object',
  required: ['key', 'name', 'value', 'roles', 'updatedAt'],
  properties: {
    key: { type: 'string' },
    name: { type: 'string' },
    value: {},
    roles: {
      type: 'array',
      items: { type: 'string' },
      description: 'The roles of users who may use the view; empty for all who may read the collection.',
    },
    updatedAt: { type: 'string', format: 'date-time' },
  },
} as const

export const VIEW_API = {
  /** Lists the shared views of a collection that the caller may use, and says whether the caller may share some. */
  views: {
    name: 'listViews',
    summary: 'List the shared views of a collection',
    description:
      'The views that you may use, ordered by name. `mayShare`: whether you may share, change and remove views; if so, the list contains all views.',
    endpoint: { method: 'GET', path: '/views/{collection}' },
    local: { method: 'views', args: ['params.collection'] },
    answer: answersObject({
      docs: { type: 'array', items: VIEW, maxItems: MOST_VIEWS },
      mayShare: { type: 'boolean' },
      rolesIn: {
        type: ['string', 'null'],
        description: 'The field of users with their roles, if configured.',
      },
    }),
  },
  /** Shares a view under a key of the caller's choice, or replaces the one that has it. */
  shareView: {
    name: 'shareView',
    summary: 'Share a view of a collection',
    description:
      'The value is any JSON of up to 16 KiB, such as the filters of a list. Replaces an existing view with this key.',
    pathSchemas: { key: KEY },
    endpoint: { method: 'PUT', path: '/views/{collection}/{key}' },
    local: { method: 'shareView', args: ['params.collection', 'params.key', 'body'] },
    body: {
      kind: 'schema',
      schema: {
        type: 'object',
        required: ['name', 'value'],
        additionalProperties: false,
        examples: [{ name: 'To check', value: { filter: [] }, roles: ['editor'] }],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: LONGEST_NAME },
          value: {},
          roles: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: MOST_ROLES },
        },
      },
    },
    answer: { kind: 'value', status: 200, schema: VIEW },
  },
  /** Removes a shared view. */
  unshareView: {
    name: 'unshareView',
    summary: 'Remove a shared view',
    description: 'All users lose the view.',
    pathSchemas: { key: KEY },
    endpoint: { method: 'DELETE', path: '/views/{collection}/{key}' },
    local: { method: 'unshareView', args: ['params.collection', 'params.key'] },
    answer: answersObject({ key: { type: 'string' }, deleted: { const: true } }),
  },
} as const satisfies DescribedOperations

export type ViewApi<Options> = OperationMethods<typeof VIEW_API, Options>
