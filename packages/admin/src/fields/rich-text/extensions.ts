import { Extension, type Extensions, Mark, Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { KEPT, UNKNOWN_BLOCK, UNKNOWN_INLINE, UNKNOWN_MARK } from './documents.ts'
import { NODES } from './known-content.ts'
import { isSafeAddress } from './safe-address.ts'

/** What came with a node and is not known: it stays with it, and is never shown. */
const Kept = Extension.create({
  name: KEPT,
  addGlobalAttributes: () => [
    {
      types: Object.keys(NODES).filter((name) => name !== 'doc' && name !== 'text'),
      attributes: { [KEPT]: { default: null, rendered: false } },
    },
  ],
})

const json = {
  default: null,
  parseHTML: (element: HTMLElement) => JSON.parse(element.dataset['json'] ?? 'null') as unknown,
  renderHTML: (attributes: Record<string, unknown>) => ({ 'data-json': JSON.stringify(attributes['json']) }),
}

const nameOf = (held: unknown) => JSON.stringify((held as { type?: unknown } | null)?.type ?? '?').replaceAll('"', '')

const UnknownBlock = Node.create({
  name: UNKNOWN_BLOCK,
  group: 'block',
  atom: true,
  addAttributes: () => ({ json }),
  parseHTML: () => [{ tag: 'div[data-unknown]' }],
  renderHTML: ({ HTMLAttributes, node }) => [
    'div',
    { ...HTMLAttributes, 'data-unknown': '' },
    nameOf(node.attrs['json']),
  ],
})

const UnknownInline = Node.create({
  name: UNKNOWN_INLINE,
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ json }),
  parseHTML: () => [{ tag: 'span[data-unknown]' }],
  renderHTML: ({ HTMLAttributes, node }) => [
    'span',
    { ...HTMLAttributes, 'data-unknown': '' },
    nameOf(node.attrs['json']),
  ],
})

const UnknownMark = Mark.create({
  name: UNKNOWN_MARK,
  // Several of them may stand together: they are different marks to whoever knows them.
  excludes: '',
  addAttributes: () => ({ json }),
  parseHTML: () => [{ tag: 'span[data-unknown-mark]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', { ...HTMLAttributes, 'data-unknown-mark': '' }, 0],
})

const LinkToDocument = Extension.create({
  name: 'linkToDocument',
  addGlobalAttributes: () => [
    {
      types: ['link'],
      attributes: { relationTo: attribute('data-relation-to'), value: attribute('data-value') },
    },
  ],
})

function attribute(name: string) {
  return {
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute(name),
    renderHTML: (attributes: Record<string, unknown>) => {
      const value = attributes[name === 'data-value' ? 'value' : 'relationTo']
      return typeof value === 'string' ? { [name]: value } : {}
    },
  }
}

/** Everything that the editor knows, which is what the service takes. */
export const extensions: Extensions = [
  StarterKit.configure({
    // It would write an empty paragraph into every document that ends otherwise.
    trailingNode: false,
    link: {
      openOnClick: false,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address) => isSafeAddress(address),
    },
  }),
  Image,
  Table,
  TableRow,
  TableHeader,
  TableCell,
  Kept,
  LinkToDocument,
  UnknownBlock,
  UnknownInline,
  UnknownMark,
]
