import { type BlockHook, ownBlock, type RichText, type RichTextPart } from './document.ts'

const LINES: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock', 'listItem', 'tableRow', 'blockquote'])

/**
 * Renders a rich text as plain text, such as for a description or a search service: one line per paragraph, and the
 * captions of pictures.
 */
export function toText(text: RichText | null | undefined, options: TextOptions = {}): string {
  return insideOf(text?.content, options).replaceAll(/\n+/g, '\n').trim()
}

export interface TextOptions {
  /** Returns the text of a block; a function, or one per block type. Without it, blocks are left out. */
  readonly block?: BlockHook
}

function insideOf(nodes: readonly RichTextPart[] | undefined, options: TextOptions): string {
  return Array.isArray(nodes) ? nodes.map((node: RichTextPart) => textOf(node, options)).join('') : ''
}

function textOf({ type, content, text, attrs }: RichTextPart, options: TextOptions): string {
  const inside = (nodes: readonly RichTextPart[] | undefined) => insideOf(nodes, options)
  if (type === 'block') return `${ownBlock(attrs ?? {}, options.block)}\n`
  if (type === 'text') return typeof text === 'string' ? text : ''
  if (type === 'image') return typeof attrs?.['caption'] === 'string' ? `${attrs['caption']}\n` : ''
  if (type === 'hardBreak') return '\n'
  if (type === 'tableCell' || type === 'tableHeader') return `${inside(content).trim().replaceAll('\n', ' ')}\t`
  const inner = type === 'tableRow' ? inside(content).trimEnd() : inside(content)
  return LINES.has(type) ? `${inner}\n` : inner
}
