import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { targetKey, namedAt } from './named-targets.ts'

interface Dangling {
  readonly keys: ReadonlySet<string>
  /** Tooltip of dangling references. */
  readonly words: string
}

interface Drawn extends Dangling {
  readonly decorations: DecorationSet
}

const NOTHING: Dangling = { keys: new Set(), words: '' }
const key = new PluginKey<Drawn>('dangling')

/** Marks links, pictures and embedded documents whose target can't be shown. The document is unchanged. */
export const DanglingMarks = Extension.create({
  name: 'danglingMarks',
  addProseMirrorPlugins: () => [
    new Plugin<Drawn>({
      key,
      state: {
        init: (_config, { doc }) => drawn(doc, NOTHING),
        apply: (transaction, before) => {
          const told = transaction.getMeta(key) as Dangling | undefined
          return told || transaction.docChanged ? drawn(transaction.doc, told ?? before) : before
        },
      },
      props: { decorations: (state) => key.getState(state)?.decorations },
    }),
  ],
})

export function tellDangling(state: EditorState, dangling: Dangling) {
  return state.tr.setMeta(key, dangling).setMeta('addToHistory', false)
}

/** Positions of references that can't be shown, in order. */
export function danglingPlaces(doc: Node, keys: ReadonlySet<string>): readonly { from: number; to: number }[] {
  const places: { from: number; to: number }[] = []
  if (keys.size === 0) return places
  doc.descendants((node, position) => {
    const target = namedAt(node)
    if (target && keys.has(targetKey(target))) places.push({ from: position, to: position + node.nodeSize })
  })
  return places
}

function drawn(doc: Node, { keys, words }: Dangling): Drawn {
  const look = { 'data-dangling': '', title: words }
  const decorations = danglingPlaces(doc, keys).map(({ from, to }) =>
    doc.nodeAt(from)?.isText ? Decoration.inline(from, to, look) : Decoration.node(from, to, look),
  )
  return {
    keys,
    words,
    decorations: decorations.length > 0 ? DecorationSet.create(doc, decorations) : DecorationSet.empty,
  }
}
