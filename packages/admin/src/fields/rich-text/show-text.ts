import type { Editor } from '@tiptap/core'
import { toEditor } from './documents.ts'
import { isSoundIn } from './sound.ts'

/**
 * Shows a stored text. Returns false if the editor can't represent it; the editor must then stay read-only, because
 * saving would overwrite
 * hidden content.
 */
export function showText(editor: Editor, stored: unknown): boolean {
  try {
    return editor.commands.setContent(toEditor(stored, isSoundIn(editor.schema)), { emitUpdate: false })
  } catch {
    editor.setEditable(false, false)
    return false
  }
}
