import { type JsonSchema, RICH_TEXT_MARKS, RICH_TEXT_NODES } from '@quire/core'
import { schemaReference } from './component-names.ts'

const ATTRIBUTES: JsonSchema = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
}

/** A node of a rich text, as `fields/rich-text-schema.ts` in core has them. What may stand in what, only the service checks. */
export const RICH_TEXT_NODE: JsonSchema = {
  type: 'object',
  description: 'A node of a ProseMirror document.',
  required: ['type'],
  properties: {
    type: { type: 'string', enum: RICH_TEXT_NODES },
    attrs: ATTRIBUTES,
    content: { type: 'array', items: { $ref: schemaReference('RichTextNode') } },
    marks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type'],
        properties: { type: { type: 'string', enum: RICH_TEXT_MARKS }, attrs: ATTRIBUTES },
        additionalProperties: false,
      },
    },
    text: { type: 'string' },
  },
  additionalProperties: false,
}
