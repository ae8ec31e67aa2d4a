import type { Requested } from '@quirecms/core/feature'
import { FORMATS } from './file-format-names.ts'

export const MOST_IMPORTED_BYTES = 64 * 1024 * 1024

const PATH = { type: 'string', minLength: 1, maxLength: 500 } as const

export const IMPORT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    format: { type: 'string', enum: FORMATS, default: 'csv', description: 'What the file is.' },
    mapping: {
      type: 'object',
      maxProperties: 1000,
      additionalProperties: { type: ['string', 'null'], maxLength: 500 },
      description:
        'Which field a column of a table is for, where its name does not say that: `{ "Headline": "title", "Internal": null }`. With null, the column is left out.',
    },
    upsertBy: {
      ...PATH,
      description:
        'A unique field, or `id`: a row with the value of a document changes that document. Without it, every row makes a new one.',
    },
    dryRun: {
      type: 'boolean',
      default: false,
      description: 'Says what would be done, and everything that is wrong with the file, and does nothing.',
    },
    onIssue: {
      type: 'string',
      enum: ['stop', 'skip'],
      default: 'stop',
      description:
        'What becomes of the rest when a row is wrong: nothing more is imported, or only that row is left out.',
    },
    emptyCells: {
      type: 'string',
      enum: ['clear', 'keep'],
      default: 'clear',
      description: 'What empty cells do to a document that is changed: they take the value away, or leave it.',
    },
    publish: {
      type: 'boolean',
      default: false,
      description: 'In collections with drafts: what is imported is live at once. You need the right to publish it.',
    },
    locale: {
      ...PATH,
      description:
        'The locale of columns that name none; of objects, the one that they are in. By default that of the application, and all.',
    },
  },
} as const

export interface ImportRequest extends Requested<typeof IMPORT_SCHEMA> {}
