import { Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { EmbeddedDocument } from './embedded-document.tsx'

/** Embedded documents: between paragraphs, or within a line. The clipboard keeps their target. */
export const EmbeddedBlock = Node.create({
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

export const EmbeddedInline = Node.create({
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
