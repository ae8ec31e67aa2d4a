import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import colours from '../code-box.module.css'
import { tokensOf } from '../highlight.ts'

const key = new PluginKey<DecorationSet>('codeColours')

/** Decorations of each block, relative to its start, so that a key in one block keeps those of others. */
const known = new WeakMap<Node, readonly { readonly from: number; readonly to: number; readonly className: string }[]>()

function coloursOf(block: Node) {
  const made = known.get(block)
  if (made) return made
  const language: unknown = block.attrs['language']
  let at = 0
  const found = tokensOf(block.textContent, typeof language === 'string' ? language : '').flatMap(({ kind, text }) => {
    const from = at
    at += text.length
    const className = kind === 'plain' ? undefined : colours[kind]
    return className === undefined ? [] : [{ from, to: at, className }]
  })
  known.set(block, found)
  return found
}

function decorate(doc: Node): DecorationSet {
  const decorations: Decoration[] = []
  doc.descendants((node, position) => {
    if (node.type.name !== 'codeBlock') return !node.isTextblock
    for (const { from, to, className } of coloursOf(node)) {
      decorations.push(Decoration.inline(position + 1 + from, position + 1 + to, { class: className }))
    }
    return false
  })
  return DecorationSet.create(doc, decorations)
}

/** Highlights code blocks with decorations, which are not part of the document. */
export const CodeColours = Extension.create({
  name: 'codeColours',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (_, { doc }) => decorate(doc),
        apply: (change, before) => (change.docChanged ? decorate(change.doc) : before),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})
