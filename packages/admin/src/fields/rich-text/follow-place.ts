import type { Editor, EditorEvents } from '@tiptap/core'

/**
 * Tracks a position through edits, such as while a picture uploads. The returned function returns the current position
 * and stops tracking.
 */
export function followPlace(editor: Editor, from: number): () => number {
  let place = from
  const follow = ({ transaction: { mapping } }: EditorEvents['transaction']) => {
    place = mapping.map(place)
  }
  editor.on('transaction', follow)
  return () => {
    editor.off('transaction', follow)
    return place
  }
}
