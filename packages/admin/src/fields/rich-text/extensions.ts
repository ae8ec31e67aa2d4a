import { Extension, type Extensions, Mark, Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { CodeColours } from './code-colours.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { allowsMark, allowsNode, isSafeAddress } from './allowed-content.ts'
import { BLOCK, blockNode } from './block-node.ts'
import { DanglingMarks } from './dangling-marks.ts'
import { KEPT, UNKNOWN_BLOCK, UNKNOWN_INLINE, UNKNOWN_MARK } from './documents.ts'
import { NODES } from './known-content.ts'
import { Subscript, Superscript } from './small-figures.ts'
import { EmbeddedDocument } from './embedded-document.tsx'

/** Embedded documents: between paragraphs, or within a line. The clipboard keeps their target. */
const EmbeddedBlock = Node.create({
  name: 'document',
  group: 'block',
  atom: true,
  draggable: true,
  parseHTML: () => [{ tag: 'div[data-embedded]' }],
  renderHTML: ({ HTMLAttributes, node }) => [
    'div',
    { ...HTMLAttributes, 'data-embedded': '' },
    String(node.attrs['relationTo']),
  ],
  addNodeView: () => ReactNodeViewRenderer(EmbeddedDocument),
})

const EmbeddedInline = Node.create({
  name: 'documentInline',
  group: 'inline',
  inline: true,
  atom: true,
  parseHTML: () => [{ tag: 'span[data-embedded]' }],
  renderHTML: ({ HTMLAttributes, node }) => [
    'span',
    { ...HTMLAttributes, 'data-embedded': '' },
    String(node.attrs['relationTo']),
  ],
  addNodeView: () => ReactNodeViewRenderer(EmbeddedDocument, { as: 'span' }),
})

/** Keeps unknown attributes with their node, without rendering them. */
const Kept = Extension.create({
  name: KEPT,
  addGlobalAttributes: () => [
    {
      types: [...Object.keys(NODES).filter((name) => name !== 'doc' && name !== 'text'), BLOCK],
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
  // Unknown marks may overlap: each one may be a different mark.
  excludes: '',
  addAttributes: () => ({ json }),
  parseHTML: () => [{ tag: 'span[data-unknown-mark]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', { ...HTMLAttributes, 'data-unknown-mark': '' }, 0],
})

const NamedDocuments = Extension.create({
  name: 'namedDocuments',
  addGlobalAttributes: () => [
    {
      types: ['link', 'image', 'document', 'documentInline'],
      attributes: { relationTo: attribute('relationTo'), value: attribute('value') },
    },
    { types: ['image'], attributes: { size: attribute('size') } },
    { types: ['document', 'documentInline'], attributes: { view: attribute('view') } },
  ],
})

/** An attribute that survives copying, as a `data-` attribute. */
function attribute(name: string) {
  const written = `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return {
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute(written),
    renderHTML: (attributes: Record<string, unknown>) => {
      const value = attributes[name]
      return typeof value === 'string' ? { [written]: value } : {}
    },
  }
}

const Picture = Image.extend({
  addAttributes() {
    // Rendered below the picture, not as an attribute.
    return { ...this.parent?.(), caption: { default: null, rendered: false } }
  },
  parseHTML() {
    const [picture] = this.parent?.() ?? []
    return [
      {
        tag: 'figure:has(img[src])',
        getAttrs: (figure) => attributesOf(figure),
      },
      ...(picture ? [picture] : []),
    ]
  },
  renderHTML({ HTMLAttributes, node }) {
    const caption: unknown = node.attrs['caption']
    return typeof caption === 'string'
      ? ['figure', {}, ['img', HTMLAttributes], ['figcaption', {}, caption]]
      : ['img', HTMLAttributes]
  },
})

function attributesOf(figure: HTMLElement) {
  const image = figure.querySelector('img')
  const caption = figure
    .querySelector('figcaption')
    ?.textContent.replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_CAPTION)
  if (!image) return false
  const { dataset } = image
  return {
    src: image.getAttribute('src'),
    alt: image.getAttribute('alt'),
    title: image.getAttribute('title'),
    relationTo: dataset['relationTo'] ?? null,
    value: dataset['value'] ?? null,
    size: dataset['size'] ?? null,
    caption: caption || null,
  }
}

/** Limit of the service. */
const LONGEST_CAPTION = 1000

/** Also accepts links without an address that reference a document, as the editor copies them. */
const Kit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((one) =>
      one instanceof Mark && one.name === 'link' ? withoutAddress(one) : one,
    )
  },
})

function withoutAddress(link: Mark): Mark {
  return link.extend({
    parseHTML() {
      return [...(this.parent?.() ?? []), { tag: 'a[data-relation-to][data-value]:not([href])' }]
    },
  })
}

const WITH_OTHERS = ['listItem', 'listKeymap'] as const

/**
 * The extensions for the content that the field allows. Existing other content is kept unchanged, and no input rule,
 * key or paste adds more of it.
 */
export function extensionsFor(field: FieldSchema): Extensions {
  const without = (names: readonly string[], allows: (name: string) => boolean) =>
    Object.fromEntries(names.filter((name) => !allows(name)).map((name) => [name, false as const]))
  const node = (name: string) => allowsNode(field, name)
  const mark = (name: string) => allowsMark(field, name)
  const hasLists = node('bulletList') || node('orderedList')
  return [
    Kit.configure({
      trailingNode: false,
      ...without(['heading', 'blockquote', 'bulletList', 'orderedList', 'codeBlock', 'horizontalRule'], node),
      ...without(WITH_OTHERS, () => hasLists),
      ...without(['bold', 'italic', 'underline', 'strike', 'code'], mark),
      link: mark('link') && {
        openOnClick: false,
        HTMLAttributes: { target: null, rel: null, class: null },
        // A link to a document has no address.
        isAllowedUri: (address: string | null) => address === null || isSafeAddress(address),
      },
    }),
    ...(mark('superscript') ? [Superscript] : []),
    ...(mark('subscript') ? [Subscript] : []),
    ...(node('image') ? [Picture] : []),
    ...(node('codeBlock') ? [CodeColours] : []),
    ...(node('table') ? [Table, TableRow, TableHeader, TableCell] : []),
    Kept,
    NamedDocuments,
    DanglingMarks,
    ...(node('document') ? [EmbeddedBlock] : []),
    ...(node('documentInline') ? [EmbeddedInline] : []),
    ...(node('block') ? [blockNode(field)] : []),
    UnknownBlock,
    UnknownInline,
    UnknownMark,
  ]
}
