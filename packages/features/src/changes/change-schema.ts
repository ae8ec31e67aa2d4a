import { schemas } from '@quirecms/core/feature'

/** 52 bytes in base64url. */
const CURSOR_PATTERN = '^[A-Za-z0-9_-]{70}$'

export const MOST_CHANGES = 500

const CURSOR = {
  type: 'string',
  pattern: CURSOR_PATTERN,
  description: 'The cursor to continue from. Opaque, and different in each response.',
} as const

const ACTOR = {
  ...schemas.namedUserOrNull,
  description: 'The user who made the change; null unless you may work on such documents and read users.',
} as const

/** One change, as the feed shows it to a caller (docs/contract/changes.md). */
export const CHANGE_SCHEMA = {
  type: 'object',
  required: ['id', 'at', 'event', 'documentId', 'revision', 'live', 'actor'],
  properties: {
    id: { ...CURSOR, description: 'The cursor after this change.' },
    at: { type: 'string', format: 'date-time' },
    event: {
      type: 'string',
      description:
        '`document.created`, `.updated`, `.deleted`, `.trashed`, `.restored`, `.published`, `.unpublished`, `.scheduled`, `.unscheduled` or `.scheduleFailed`, or the same with `global.`; plugins add others.',
    },
    collection: { type: 'string', description: 'Set for documents.' },
    global: { type: 'string', description: 'Set for globals, whose slug is also the `documentId`.' },
    documentId: { type: 'string' },
    revision: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'Revision of the copy that you read; null if you can no longer read it.',
    },
    live: { type: 'boolean', description: 'Whether public content changed.' },
    actor: ACTOR,
    doc: {
      type: ['object', 'null'],
      description: 'With `documents=true`: the current document as you may read it; null if you can no longer read it.',
    },
  },
} as const

export const CHANGES_SCHEMA = {
  type: 'object',
  required: ['changes', 'next', 'behind'],
  properties: {
    changes: { type: 'array', items: CHANGE_SCHEMA, maxItems: MOST_CHANGES },
    next: { ...CURSOR, description: 'The cursor to send as `after` next.' },
    behind: { type: 'boolean', description: 'Whether more changes are available now.' },
  },
} as const
