import type { Requested } from '@quirecms/core/feature'
import { FORMATS } from './file-format-names.ts'

export const MOST_IMPORTED_BYTES = 64 * 1024 * 1024

const PATH = { type: 'string', minLength: 1, maxLength: 500 } as const

export const IMPORT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    format: { type: 'string', enum: FORMATS, default: 'csv', description: 'The format of the file.' },
    mapping: {
      type: 'object',
      maxProperties: 1000,
      additionalProperties: { type: ['string', 'null'], maxLength: 500 },
      description:
        'Fields of columns with another name: `{ "Headline": "title", "Internal": null }`. Null ignores the column.',
    },
    upsertBy: {
      ...PATH,
      description:
        'A unique field, or `id`: a row with the value of an existing document changes that document. Without it, every row creates a document.',
    },
    dryRun: {
      type: 'boolean',
      default: false,
      description: 'Reports what the import would do, and all issues of the file, without writing anything.',
    },
    onIssue: {
      type: 'string',
      enum: ['stop', 'skip'],
      default: 'stop',
      description: 'What happens if a row has issues: the import stops, or skips the row.',
    },
    emptyCells: {
      type: 'string',
      enum: ['clear', 'keep'],
      default: 'clear',
      description: 'Whether empty cells clear the value of an existing document, or leave it unchanged.',
    },
    publish: {
      type: 'boolean',
      default: false,
      description:
        'In collections with drafts: publishes the imported documents at once. You need the right to publish.',
    },
    locale: {
      ...PATH,
      description:
        'The locale of columns without one, by default that of the application; for JSON, the locale of the objects, by default all.',
    },
  },
} as const

export interface ImportRequest extends Requested<typeof IMPORT_SCHEMA> {}
