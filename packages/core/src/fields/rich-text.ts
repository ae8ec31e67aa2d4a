import { described } from '../contracts/answer-schemas.ts'
import type { BlockDefinitions } from '../contracts/field.ts'
import { isObject } from '../content/json-object.ts'
import { someBlocks } from './blocks.ts'
import { checkRichText } from './check-rich-text.ts'
import { defineFieldType, type UnindexedOptionsFor } from './define-field-type.ts'
import { type OptionKind, oneOf, unindexedOptions } from './option-kinds.ts'
import { paragraphsOf, plainTextOf, textsOf } from './rich-text-as-text.ts'
import { allowedContent, someMarks, someNodes } from './rich-text-content.ts'
import type { RichTextDocument } from './rich-text-document.ts'
import { richTextMentions, withoutAddresses } from './rich-text-mentions.ts'

export interface RichTextOptions extends UnindexedOptionsFor<RichTextDocument> {
  /**
   * The collections that pictures, links and embedded documents may refer to. By default, all collections without
   * users.
   */
  readonly to?: readonly string[]
  /** Effect of deleting a mentioned document: the mention stays, it is removed, or the deletion is refused. */
  readonly onDelete?: 'keep' | 'clear' | 'restrict'
  /** The allowed nodes besides paragraphs, such as `['heading', 'image']`; all by default. */
  readonly nodes?: readonly RichTextNodeName[]
  /**
   * Custom blocks of the text with fields of their own: a call to action, a quote. Their names are the values of
   * `blockType`.
   */
  readonly blocks?: BlockDefinitions
  /** The allowed marks, such as `['bold', 'link']`; all by default. */
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
  | 'block'

export type RichTextMarkName =
  | 'link'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'superscript'
  | 'subscript'
  | 'code'

const someCollections: OptionKind = (value) =>
  Array.isArray(value) && value.every((slug) => typeof slug === 'string' && slug !== '')
    ? null
    : 'must be a list of slugs of collections'

/**
 * Formatted text: paragraphs, headings, lists, quotes, tables, code blocks, rules, images, embedded documents, blocks
 * and line breaks; bold, italic, underline, strike, superscript, subscript, code and links, with the same URLs as a
 * `url` field. At most 500,000 characters, 32 levels of JSON, 1,000 mentioned documents and 100 blocks.
 */
export const richText = defineFieldType<RichTextOptions>()({
  name: 'richText',
  options: {
    ...unindexedOptions,
    to: someCollections,
    onDelete: oneOf('keep', 'clear', 'restrict'),
    nodes: someNodes,
    marks: someMarks,
    blocks: someBlocks,
  },
  problems: ({ nodes, blocks }) =>
    nodes?.includes('block') && !blocks ? ['`nodes` names "block", but there are no `blocks`'] : [],
  blocks: ({ blocks = null }) => blocks,
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
  asText: (value) => (isObject(value) ? plainTextOf(value) : undefined),
  fromText: paragraphsOf,
})
