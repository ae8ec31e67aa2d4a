import type { Schema } from '@tiptap/pm/model'
import type { Members } from '../members.ts'

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
