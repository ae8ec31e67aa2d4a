import type { RichTextNode } from '@quirecms/core'
import { type Element, elementsIn } from './html-tree.ts'

const PARTS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot'])

/** Converts a table; `inside` converts its cells. Null without cells. */
export function tableOf(element: Element, inside: (cell: Element) => RichTextNode[]): RichTextNode | null {
  const rows = elementsIn(element).flatMap((child) => (PARTS.has(child.name) ? elementsIn(child) : [child]))
  const content = rows
    .filter(({ name }) => name === 'tr')
    .map((row): RichTextNode => {
      const cells = elementsIn(row).filter(({ name }) => name === 'td' || name === 'th')
      return { type: 'tableRow', content: cells.map((cell) => cellOf(cell, inside(cell))) }
    })
    .filter((row) => row.content?.length !== 0)
  return content.length > 0 ? { type: 'table', content } : null
}

function cellOf(cell: Element, content: RichTextNode[]): RichTextNode {
  const attrs = { ...span(cell, 'colspan'), ...span(cell, 'rowspan'), ...alignment(cell) }
  return {
    type: cell.name === 'th' ? 'tableHeader' : 'tableCell',
    ...(Object.keys(attrs).length > 0 && { attrs }),
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  }
}

function span({ attributes }: Element, name: 'colspan' | 'rowspan'): Record<string, number> {
  const count = Number(attributes.get(name) ?? 1)
  return Number.isInteger(count) && count > 1 && count <= 1000 ? { [name]: count } : {}
}

function alignment({ attributes }: Element): Record<string, string> {
  const style = /text-align:\s*(left|center|right)/i.exec(attributes.get('style') ?? '')?.[1]
  const align = (style ?? attributes.get('align') ?? '').toLowerCase()
  return align === 'left' || align === 'center' || align === 'right' ? { align } : {}
}
