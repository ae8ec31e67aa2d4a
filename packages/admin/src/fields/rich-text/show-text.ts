import type { Editor } from '@tiptap/core'
import { EditorState } from '@tiptap/pm/state'
import type { Schema } from '@tiptap/pm/model'
import { toEditor } from './documents.ts'
import type { Members } from '../../data/members.ts'

/**
 * Shows a stored text. Returns false if the editor can't represent it; the editor must then stay read-only, because
 * saving would overwrite
 * hidden content.
 */
export function showText(editor: Editor, stored: unknown): boolean {
  try {
    const isShown = editor.commands.setContent(toEditor(stored, isSoundIn(editor.schema)), { emitUpdate: false })
    forgetHistory(editor)
    return isShown
  } catch {
    editor.setEditable(false, false)
    return false
  }
}

/** Content from outside is not an edit, and former steps refer to another text. The form has both in its history. */
function forgetHistory({ view }: Editor): void {
  const { schema, doc, plugins, selection } = view.state
  view.updateState(EditorState.create({ schema, doc, plugins: [...plugins], selection }))
}

/** Whether the editor's schema can represent a node with all of its content. */
export function isSoundIn(schema: Schema): (node: Members) => boolean {
  return (node) => {
    try {
      schema.nodeFromJSON(node).check()
      return true
    } catch {
      return false
    }
  }
}
