import { described, type Requested } from '@quirecms/core/feature'
import { FORMATS } from './file-format-names.ts'

export const EXPORT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    format: { type: 'string', enum: FORMATS, default: 'csv', description: 'The format of the file.' },
    where: described('where', { description: 'A query expression, as in a list.' }),
    search: {
      type: 'string',
      maxLength: 500,
      description: 'Search words, for collections with `search`.',
    },
    sort: {
      type: 'array',
      maxItems: 5,
      items: { type: 'string', maxLength: 500 },
      description: 'Fields to sort by, as in a list; `-` before a field sorts in descending order.',
    },
    fields: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 500 },
      description: 'The columns, in this order: `title`, `seo.title`, `title@de`. By default, all that you may read.',
    },
    locale: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description: 'Exports localized fields only in this locale; by default, in all locales.',
    },
    draft: {
      type: 'boolean',
      default: false,
      description: 'In collections with drafts: exports the newest content that you may read, published or not.',
    },
  },
} as const

export interface ExportRequest extends Requested<typeof EXPORT_SCHEMA> {}
