import { described } from '../contracts/described-value.ts'
import type { JsonObject } from '../contracts/json.ts'
import { checkRichText } from './check-rich-text.ts'
import { defineFieldType, type UnindexedOptionsFor } from './define-field-type.ts'
import { unindexedOptions } from './option-kinds.ts'

/** A ProseMirror document. The nodes inside are those of `rich-text-schema.ts`. */
export interface RichTextDocument {
  type: 'doc'
  content?: RichTextNode[]
}

export interface RichTextNode {
  type: string
  attrs?: JsonObject
  content?: RichTextNode[]
  marks?: { type: string; attrs?: JsonObject }[]
  text?: string
}

export interface RichTextOptions extends UnindexedOptionsFor<RichTextDocument> {}

/**
 * Formatted text: paragraphs, headings, lists, quotes, tables, code blocks, rules, images and line breaks; bold, italic,
 * underline, strike, code and links, with the same URLs as a `url` field. At most 500,000
 * characters and 32 levels of JSON.
 */
export const richText = defineFieldType<RichTextOptions>()({
  name: 'richText',
  options: unindexedOptions,
  schema: () => ({
    type: 'object',
    description: 'A ProseMirror document.',
    properties: {
      type: { const: 'doc' },
      content: { type: 'array', items: described('richTextNode', { type: 'object' }) },
    },
    required: ['type'],
    additionalProperties: false,
    examples: [{ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] }],
  }),
  checksItself: true,
  storedAs: 'json',
  operators: ['exists'],
  check: checkRichText,
})
