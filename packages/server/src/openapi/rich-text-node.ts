import { type JsonSchema, RICH_TEXT_MARKS, RICH_TEXT_NODES } from '@quire/core'
import { schemaReference } from './component-names.ts'

/** Of pictures, links and embedded documents, what they name. */
const NAMED: Readonly<Record<string, JsonSchema>> = {
  relationTo: { type: ['string', 'null'], description: 'The collection of the document that this names.' },
  value: {
    type: ['string', 'null'],
    description: 'The id of the document that this names.',
    'x-quire-reference': true,
  },
  doc: {
    type: 'object',
    description: 'The document itself, if `populate` asks for it and you may read it.',
    readOnly: true,
  },
}

const ATTRIBUTES: JsonSchema = {
  type: 'object',
  properties: NAMED,
  additionalProperties: { type: ['string', 'number', 'boolean', 'null', 'array'], items: { type: 'number' } },
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
