import type { Editor } from '@tiptap/core'
import { useSyncExternalStore } from 'react'

/** The editable element; null until the editor is mounted, which may be after its surroundings. */
export function useEditorElement(editor: Editor): HTMLElement | null {
  return useSyncExternalStore(
    (changed) => {
      editor.on('mount', changed).on('unmount', changed)
      return () => editor.off('mount', changed).off('unmount', changed)
    },
    () => (editor.isDestroyed ? null : editor.view.dom),
  )
}
