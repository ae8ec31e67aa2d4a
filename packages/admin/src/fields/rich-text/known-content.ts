/**
 * Nodes and marks that the service accepts, with attributes and defaults. A test compares this table with the service's
 * field type.
 */
export const NODES: Attributes = {
  doc: {},
  paragraph: {},
  heading: { level: undefined },
  blockquote: {},
  bulletList: {},
  orderedList: { start: 1, type: null },
  listItem: {},
  codeBlock: { language: null },
  horizontalRule: {},
  image: {
    src: null,
    alt: null,
    title: null,
    caption: null,
    width: null,
    height: null,
    relationTo: null,
    value: null,
    size: null,
  },
  document: { relationTo: null, value: null, view: null },
  documentInline: { relationTo: null, value: null, view: null },
  block: { id: null, blockType: null, data: null },
  table: {},
  tableRow: {},
  tableCell: { colspan: 1, rowspan: 1, colwidth: null, align: null },
  tableHeader: { colspan: 1, rowspan: 1, colwidth: null, align: null },
  hardBreak: {},
  text: {},
}

export const MARKS: Attributes = {
  link: { href: null, target: null, rel: null, class: null, title: null, relationTo: null, value: null },
  bold: {},
  italic: {},
  underline: {},
  strike: {},
  superscript: {},
  subscript: {},
  code: {},
}

interface Attributes {
  readonly [type: string]: { readonly [attribute: string]: unknown }
}
