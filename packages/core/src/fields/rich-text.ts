import { described } from '../contracts/described-value.ts'
import type { JsonObject } from '../contracts/json.ts'
import { checkRichText } from './check-rich-text.ts'
import { defineFieldType, type UnindexedOptionsFor } from './define-field-type.ts'
import { type OptionKind, oneOf, unindexedOptions } from './option-kinds.ts'
import { paragraphsOf, textsOf } from './rich-text-as-text.ts'
import { allowedContent, someMarks, someNodes } from './rich-text-content.ts'
import { richTextMentions, withoutAddresses } from './rich-text-mentions.ts'

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

export interface RichTextOptions extends UnindexedOptionsFor<RichTextDocument> {
  /** The collections whose documents pictures, links and embedded documents may name. All without users by default. */
  readonly to?: readonly string[]
  /** What happens when a document is deleted that the text names: it stays named, it is taken out, or the deletion is refused. */
  readonly onDelete?: 'keep' | 'clear' | 'restrict'
  /** Which nodes the text may have, beside paragraphs, such as `['heading', 'image']`; all by default. */
  readonly nodes?: readonly RichTextNodeName[]
  /** Which marks it may have, such as `['bold', 'link']`; all by default. */
  readonly marks?: readonly RichTextMarkName[]
}

export type RichTextNodeName =
  | 'heading'
  | 'blockquote'
  | 'bulletList'
  | 'orderedList'
  | 'codeBlock'
  | 'horizontalRule'
  | 'image'
  | 'table'
  | 'document'
  | 'documentInline'

export type RichTextMarkName = 'link' | 'bold' | 'italic' | 'underline' | 'strike' | 'code'

const someCollections: OptionKind = (value) =>
  Array.isArray(value) && value.every((slug) => typeof slug === 'string' && slug !== '')
    ? null
    : 'must be a list of slugs of collections'

/**
 * Formatted text: paragraphs, headings, lists, quotes, tables, code blocks, rules, images, embedded documents and line breaks;
 * bold, italic, underline, strike, code and links, with the same URLs as a `url` field. At most 500,000 characters, 32 levels of JSON
 * and 1,000 documents that it names.
 */
export const richText = defineFieldType<RichTextOptions>()({
  name: 'richText',
  options: {
    ...unindexedOptions,
    to: someCollections,
    onDelete: oneOf('keep', 'clear', 'restrict'),
    nodes: someNodes,
    marks: someMarks,
  },
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
  check: (value, options) => checkRichText(value, allowedContent(options)),
  normalize: withoutAddresses,
  mentions: { collections: ({ to }) => to ?? null, ...richTextMentions },
  manifest: ({ to, onDelete = 'keep', nodes, marks }) => ({
    ...(to && { to: [...to] }),
    onDelete,
    ...(nodes && { nodes: [...nodes] }),
    ...(marks && { marks: [...marks] }),
  }),
  texts: textsOf,
  fromText: paragraphsOf,
})
