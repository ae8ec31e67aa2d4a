import type { Editor } from '@tiptap/core'
import { useSyncExternalStore } from 'react'

/** The element that is typed into; null until the editor is in the page, which may be after everything around it. */
export function useEditorElement(editor: Editor): HTMLElement | null {
  return useSyncExternalStore(
    (changed) => {
      editor.on('mount', changed).on('unmount', changed)
      return () => editor.off('mount', changed).off('unmount', changed)
    },
    () => (editor.isDestroyed ? null : editor.view.dom),
  )
}
