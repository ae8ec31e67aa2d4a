import type { Editor, EditorEvents } from '@tiptap/core'

/**
 * Follows a place of a text while words come and go around it: whoever waits for a picture writes on meanwhile. The function says where
 * it is now, and ends that.
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
