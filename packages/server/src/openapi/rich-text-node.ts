import { type JsonSchema, RICH_TEXT_CONTAINERS, RICH_TEXT_LEAVES } from '@quirecms/core'
import { schemaReference } from './component-names.ts'

const TEXT: JsonSchema = { type: ['string', 'null'] }
const WHOLE_NUMBER: JsonSchema = { type: 'integer' }
const PIXELS: JsonSchema = { type: ['integer', 'null'] }

/** Attributes of pictures, links and embedded documents that reference other documents. */
function referenceMembers(isOptional: boolean): Record<string, JsonSchema> {
  const type = isOptional ? ['string', 'null'] : 'string'
  return {
    relationTo: { type, description: 'The collection of the document.' },
    value: { type, description: 'The id of the document.', 'x-quire-reference': true },
    doc: {
      type: 'object',
      description: 'The document itself, if `populate` asks for it and you may read it.',
      readOnly: true,
    },
  }
}

const CELL = {
  colspan: WHOLE_NUMBER,
  rowspan: WHOLE_NUMBER,
  colwidth: { type: ['array', 'null'], items: WHOLE_NUMBER },
  align: { type: ['string', 'null'], enum: [null, 'left', 'center', 'right'] },
}

/** Attributes of nodes; must match `fields/rich-text-schema.ts` in core. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  heading: { level: { type: 'integer', minimum: 1, maximum: 6 } },
  orderedList: { start: WHOLE_NUMBER, type: { type: ['string', 'null'], enum: [null, '1', 'a', 'A', 'i', 'I'] } },
  codeBlock: { language: TEXT },
  image: {
    src: { ...TEXT, description: 'The URL of the picture. Omit it for an uploaded file: it is computed.' },
    alt: TEXT,
    title: TEXT,
    caption: TEXT,
    width: PIXELS,
    height: PIXELS,
    ...referenceMembers(true),
    size: TEXT,
  },
  document: { ...referenceMembers(false), view: TEXT },
  documentInline: { ...referenceMembers(false), view: TEXT },
  tableCell: CELL,
  tableHeader: CELL,
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  document: ['relationTo', 'value'],
  documentInline: ['relationTo', 'value'],
}

const EMPTY: ReadonlySet<string> = new Set(['horizontalRule', 'image', 'document', 'documentInline', 'hardBreak'])

const MARKS: JsonSchema = { type: 'array', items: { $ref: schemaReference('RichTextMark') } }

/**
 * Returns the schemas of rich text nodes, the union of all, and the union of those without blocks. Only the service
 * checks which node may contain which.
 */
export function richTextSchemas(): Record<string, JsonSchema> {
  const names = [...RICH_TEXT_LEAVES, ...RICH_TEXT_CONTAINERS]
  return {
    RichTextNode: union('A node of a ProseMirror document.', names),
    RichTextLeaf: union('A node of a ProseMirror document that holds no block.', RICH_TEXT_LEAVES),
    RichTextMark: {
      type: 'object',
      required: ['type'],
      discriminator: {
        propertyName: 'type',
        mapping: {
          link: schemaReference('RichTextLink'),
          ...Object.fromEntries(FORMATS.map((name) => [name, schemaReference('RichTextFormat')])),
        },
      },
      oneOf: [{ $ref: schemaReference('RichTextLink') }, { $ref: schemaReference('RichTextFormat') }],
    },
    RichTextLink: {
      type: 'object',
      required: ['type', 'attrs'],
      properties: {
        type: { type: 'string', const: 'link' },
        attrs: attributesSchema({
          href: TEXT,
          target: TEXT,
          rel: TEXT,
          class: TEXT,
          title: TEXT,
          ...referenceMembers(true),
        }),
      },
      additionalProperties: false,
    },
    RichTextFormat: {
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string', enum: FORMATS }, attrs: { type: ['object', 'null'] } },
      additionalProperties: false,
    },
    ...Object.fromEntries(names.map((name) => [componentOf(name), nodeSchema(name)])),
  }
}

const FORMATS = ['bold', 'italic', 'underline', 'strike', 'superscript', 'subscript', 'code']

function componentOf(name: string): string {
  return `RichTextNode.${name}`
}

function union(description: string, names: readonly string[]): JsonSchema {
  const references = names.map((name) => [name, schemaReference(componentOf(name))] as const)
  return {
    type: 'object',
    description,
    required: ['type'],
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(references) },
    oneOf: references.map(([, $ref]) => ({ $ref })),
  }
}

function nodeSchema(name: string): JsonSchema {
  const isText = name === 'text'
  const attributes = ATTRIBUTES[name]
  const needed = NEEDED[name] ?? []
  return {
    type: 'object',
    required: ['type', ...(isText ? ['text'] : []), ...(needed.length > 0 ? ['attrs'] : [])],
    properties: {
      type: { type: 'string', const: name },
      ...(isText && { text: { type: 'string', minLength: 1 } }),
      ...(!isText && { attrs: attributes ? attributesSchema(attributes, needed) : { type: ['object', 'null'] } }),
      ...(!isText && {
        content: {
          type: 'array',
          items: { $ref: schemaReference('RichTextNode') },
          ...(EMPTY.has(name) && { maxItems: 0 }),
        },
      }),
      marks: MARKS,
    },
    additionalProperties: false,
  }
}

function attributesSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return {
    type: required.length > 0 ? 'object' : ['object', 'null'],
    ...(required.length > 0 && { required }),
    properties,
    additionalProperties: false,
  }
}
