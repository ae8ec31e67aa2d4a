import { described, type Requested } from '@quirecms/core/feature'
import { FORMATS } from './file-format-names.ts'

export const EXPORT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    format: { type: 'string', enum: FORMATS, default: 'csv', description: 'What the file is to be.' },
    where: described('where', { description: 'A query expression, as in a list.' }),
    search: {
      type: 'string',
      maxLength: 500,
      description: 'Words to look for, in collections that can be searched.',
    },
    sort: {
      type: 'array',
      maxItems: 5,
      items: { type: 'string', maxLength: 500 },
      description: 'Fields to sort by, as in a list; with `-` before one for descending order.',
    },
    fields: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 500 },
      description:
        'The columns that you want, in this order: `title`, `seo.title`, `title@de`. By default all that you may read.',
    },
    locale: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description: 'Localized fields in this locale alone; by default, in all of them.',
    },
    draft: {
      type: 'boolean',
      default: false,
      description: 'In collections with drafts: the newest content, published or not, as far as you may read it.',
    },
  },
} as const

export interface ExportRequest extends Requested<typeof EXPORT_SCHEMA> {}
