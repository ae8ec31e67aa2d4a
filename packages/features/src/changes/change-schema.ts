import { schemas } from '@quirecms/core/feature'
import { CURSOR_PATTERN, MOST_CHANGES } from './cursor-form.ts'

const CURSOR = {
  type: 'string',
  pattern: CURSOR_PATTERN,
  description: 'Where to go on. It means nothing but that, and is never the same twice.',
} as const

const ACTOR = {
  ...schemas.namedUserOrNull,
  description: 'Who made it, for those who work on such documents and may read users; null otherwise.',
} as const

/** One change, as the feed shows it to a caller (docs/contract/changes.md). */
export const CHANGE_SCHEMA = {
  type: 'object',
  required: ['id', 'at', 'event', 'documentId', 'revision', 'live', 'actor'],
  properties: {
    id: { ...CURSOR, description: 'The cursor behind this change.' },
    at: { type: 'string', format: 'date-time' },
    event: {
      type: 'string',
      description:
        '`document.created`, `.updated`, `.deleted`, `.trashed`, `.restored`, `.published`, `.unpublished`, `.scheduled`, `.unscheduled` or `.scheduleFailed`, or the same with `global.`; plugins add others.',
    },
    collection: { type: 'string', description: 'Of a document.' },
    global: { type: 'string', description: 'Of a global, whose slug is also the `documentId`.' },
    documentId: { type: 'string' },
    revision: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'Of the copy that you read; null if you can read it no longer.',
    },
    live: { type: 'boolean', description: 'Whether public content changed.' },
    actor: ACTOR,
    doc: {
      type: ['object', 'null'],
      description: 'With `documents=true`: the document as you read it now; null if you can read it no longer.',
    },
  },
} as const

export const CHANGES_SCHEMA = {
  type: 'object',
  required: ['changes', 'next', 'behind'],
  properties: {
    changes: { type: 'array', items: CHANGE_SCHEMA, maxItems: MOST_CHANGES },
    next: { ...CURSOR, description: 'What to send as `after` next.' },
    behind: { type: 'boolean', description: 'Whether there is more already.' },
  },
} as const
