import type { Editor } from '@tiptap/core'
import type { FieldSchema } from '../../data/schema.ts'
import { newRow } from '../rows.ts'
import { BLOCK } from './block-node.ts'

/** Inserts a block with its defaults at the cursor. Returns its position. */
export function insertBlock(editor: Editor, field: FieldSchema, type: string): number {
  const { id, blockType, ...data } = newRow(field, type)
  editor.chain().focus().insertContent({ type: BLOCK, attrs: { id, blockType, data } }).run()
  let found = 0
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === BLOCK && node.attrs['id'] === id) found = position
  })
  return found
}
