import type { Editor } from '@tiptap/core'
import { toEditor } from './documents.ts'
import { isSoundIn } from './sound.ts'

/**
 * Shows a stored text, and says whether that went well. An editor that can't show a text must not be typed in: it would take the place of
 * everything that nobody sees.
 */
export function showText(editor: Editor, stored: unknown): boolean {
  try {
    return editor.commands.setContent(toEditor(stored, isSoundIn(editor.schema)), { emitUpdate: false })
  } catch {
    editor.setEditable(false, false)
    return false
  }
}
