import type { SchemaSpec } from 'prosemirror-model'
import type { JsonObject } from '../contracts/json.ts'
import { isSafeSource, isSafeUrl } from './safe-url.ts'

const CELL = { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null }, align: { default: null } }

/** Attributes of nodes and marks that may name a document. */
const NAMED = { relationTo: { default: null }, value: { default: null } }

/** Text can't be both at once. */
const RAISED_OR_LOWERED = 'superscript subscript'

/**
 * The nodes and marks of a rich text, with the names and attributes of Tiptap's StarterKit (plus `image` and tables),
 * so that the service accepts the output of the admin app, and vice versa.
 */
export const SPECIFICATION = {
  topNode: 'doc',
  nodes: {
    doc: { content: 'flow*' },
    paragraph: { group: 'flow', content: 'inline*' },
    heading: { group: 'flow', content: 'inline*', attrs: { level: { default: 1 } } },
    blockquote: { group: 'flow', content: 'flow+' },
    bulletList: { group: 'flow', content: 'listItem+' },
    orderedList: { group: 'flow', content: 'listItem+', attrs: { start: { default: 1 }, type: { default: null } } },
    listItem: { content: 'paragraph flow*' },
    codeBlock: { group: 'flow', content: 'text*', marks: '', code: true, attrs: { language: { default: null } } },
    horizontalRule: { group: 'flow' },
    image: {
      group: 'flow',
      attrs: {
        // An external URL. For uploaded files, reads derive it from the document.
        src: { default: null },
        alt: { default: null },
        title: { default: null },
        caption: { default: null },
        width: { default: null },
        height: { default: null },
        ...NAMED,
        size: { default: null },
      },
    },
    // An embedded document. `view` says how the site should show it.
    document: { group: 'flow', attrs: { ...NAMED, view: { default: null } } },
    documentInline: { group: 'inline', inline: true, attrs: { ...NAMED, view: { default: null } } },
    // A block of the application, with its fields in `data`. Schemas usually name the group of these nodes `block`;
    // here it is `flow`.
    block: { group: 'flow', attrs: { id: { default: null }, blockType: { default: null }, data: { default: null } } },
    table: { group: 'flow', content: 'tableRow+' },
    // A row may be empty, if all its cells span down from the row above.
    tableRow: { content: '(tableCell | tableHeader)*' },
    tableCell: { content: 'flow+', attrs: CELL },
    tableHeader: { content: 'flow+', attrs: CELL },
    hardBreak: { group: 'inline', inline: true },
    text: { group: 'inline' },
  },
  marks: {
    link: {
      attrs: {
        // Null for links to documents: the site knows their URLs.
        href: { default: null },
        target: { default: null },
        rel: { default: null },
        class: { default: null },
        title: { default: null },
        ...NAMED,
      },
    },
    bold: {},
    italic: {},
    underline: {},
    strike: {},
    superscript: { excludes: RAISED_OR_LOWERED },
    subscript: { excludes: RAISED_OR_LOWERED },
    // Code has no other formatting, as in Tiptap.
    code: { excludes: '_' },
  },
} satisfies SchemaSpec

/** The nodes that may contain blocks, at any depth, and those that may not. */
export const RICH_TEXT_CONTAINERS: readonly string[] = [
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
]
export const RICH_TEXT_LEAVES: readonly string[] = Object.keys(SPECIFICATION.nodes).filter(
  (name) => !RICH_TEXT_CONTAINERS.includes(name) && name !== 'doc' && name !== 'block',
)

export const RICH_TEXT_NODES: readonly string[] = Object.keys(SPECIFICATION.nodes)
export const RICH_TEXT_MARKS: readonly string[] = Object.keys(SPECIFICATION.marks ?? {})

type AttributeRule = (value: unknown) => string | null

const anything: AttributeRule = () => null

const shortText: AttributeRule = (value) =>
  value === null || (typeof value === 'string' && value.length <= 1000)
    ? null
    : 'null or a text of at most 1,000 characters'

const wholeNumber =
  (min: number, max: number): AttributeRule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? null
      : `a whole number from ${min} to ${max}`

const pixels: AttributeRule = (value) =>
  value === null ? null : wholeNumber(1, 100_000)(value) && 'null or a number of pixels'

const oneOf =
  (...allowed: readonly unknown[]): AttributeRule =>
  (value) =>
    allowed.includes(value) ? null : `one of: ${allowed.map((item) => JSON.stringify(item)).join(', ')}`

const columnWidths: AttributeRule = (value) =>
  value === null ||
  (Array.isArray(value) && value.length <= 1000 && value.every((width) => wholeNumber(0, 100_000)(width) === null))
    ? null
    : 'null or a list of numbers of pixels'

const href: AttributeRule = (value) =>
  typeof value === 'string' && value.length <= 2048 && isSafeUrl(value)
    ? null
    : 'an http, https, mailto, tel or relative URL'

const source: AttributeRule = (value) =>
  typeof value === 'string' && value.length <= 2048 && isSafeSource(value) ? null : 'an http, https or relative URL'

const orNull =
  (rule: AttributeRule): AttributeRule =>
  (value) =>
    value === null ? null : rule(value)

const named = { relationTo: shortText, value: shortText }

type AttributeRules = { readonly [type: string]: { readonly [attribute: string]: AttributeRule } }

const cell = {
  colspan: wholeNumber(1, 1000),
  rowspan: wholeNumber(1, 1000),
  colwidth: columnWidths,
  align: oneOf(null, 'left', 'center', 'right'),
}

/** The attributes that each node or mark may have. ProseMirror drops unknown ones silently; we refuse them. */
export const nodeAttributes: AttributeRules = {
  heading: { level: wholeNumber(1, 6) },
  orderedList: { start: wholeNumber(0, 1_000_000), type: oneOf(null, '1', 'a', 'A', 'i', 'I') },
  codeBlock: { language: shortText },
  image: {
    src: orNull(source),
    alt: shortText,
    title: shortText,
    caption: shortText,
    width: pixels,
    height: pixels,
    ...named,
    size: shortText,
  },
  document: { ...named, view: shortText },
  documentInline: { ...named, view: shortText },
  // Checked with the stored content, like rows.
  block: { id: anything, blockType: anything, data: anything },
  tableCell: cell,
  tableHeader: cell,
}

export const markAttributes: AttributeRules = {
  link: {
    href: orNull(href),
    target: oneOf(null, '_blank', '_self', '_parent', '_top'),
    rel: shortText,
    class: shortText,
    title: shortText,
    ...named,
  },
}

/** Nodes and marks that need this attribute unless they name a document. */
const OTHERWISE: Readonly<Record<string, string>> = { image: 'src', link: 'href' }
const NAMES_ONLY: ReadonlySet<string> = new Set(['document', 'documentInline'])

/** Describes an invalid combination of attributes, and names the attribute; null if it is valid. */
export function wrongTogether(type: string, attrs: JsonObject): { readonly at: string; readonly wrong: string } | null {
  const has = (name: string) => attrs[name] !== undefined && attrs[name] !== null
  const other = OTHERWISE[type]
  if (other === undefined && !NAMES_ONLY.has(type)) return null
  if (has('relationTo') !== has('value'))
    return {
      at: has('value') ? 'relationTo' : 'value',
      wrong: 'given together with the other of `relationTo` and `value`',
    }
  if (has('value') || (other !== undefined && has(other))) return null
  return { at: other ?? 'value', wrong: other ? 'given, unless `relationTo` and `value` name a document' : 'an id' }
}
