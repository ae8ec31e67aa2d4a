import { type Editor, Node } from '@tiptap/core'
import type { FieldSchema } from '../../data/schema.ts'
import { asRecord, type Members } from '../../data/members.ts'
import { blockName } from '../row-name.ts'
import { fieldsOfRow, newId, newRow } from '../rows.ts'
import { summaryOf } from '../summary.ts'

/** Name of block nodes in the editor. */
export const BLOCK = 'fieldBlock'

const json = (name: string, written: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => JSON.parse(element.getAttribute(written) ?? 'null') as unknown,
  renderHTML: (attributes: Members) => ({ [written]: JSON.stringify(attributes[name] ?? null) }),
})

/** One of the application's own blocks, as its kind and a few words of what it holds. */
export function blockNode(field: FieldSchema) {
  return Node.create({
    name: BLOCK,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({
      // Ids are unique in a text, so a pasted block gets a new one.
      id: { default: null, parseHTML: () => newId(), renderHTML: () => ({}) },
      blockType: json('blockType', 'data-block-type'),
      data: json('data', 'data-block'),
    }),
    parseHTML: () => [{ tag: 'div[data-block-type]' }],
    renderHTML: ({ HTMLAttributes, node }) => {
      const type = String(node.attrs['blockType'])
      const words = summaryOf(fieldsOfRow(field, { blockType: type }) ?? [], asRecord(node.attrs['data']))
      return ['div', HTMLAttributes, ['strong', {}, blockName(field, type)], ['span', {}, words]]
    },
  })
}

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
