import type { Schema } from '@tiptap/pm/model'
import type { Members } from '../members.ts'

/** Whether a node is one that the editor can hold: everything in it stands where it may. */
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
