import { Node } from '@tiptap/core'
import type { FieldSchema } from '../../data/schema.ts'
import { asRecord, type Members } from '../members.ts'
import { blockName } from '../row-name.ts'
import { fieldsOfRow, newId } from '../rows.ts'
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
