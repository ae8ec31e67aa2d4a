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

function textOf({ type, content, text, attrs, marks }: RichTextPart, options: TextOptions): string {
  const inside = (nodes: readonly RichTextPart[] | undefined) => insideOf(nodes, options)
  if (type === 'block') return `${ownBlock(attrs ?? {}, options.block)}\n`
  if (type === 'text') return typeof text === 'string' ? withSmallFigures(text, marks) : ''
  if (type === 'image') return typeof attrs?.['caption'] === 'string' ? `${attrs['caption']}\n` : ''
  if (type === 'hardBreak') return '\n'
  if (type === 'tableCell' || type === 'tableHeader') return `${inside(content).trim().replaceAll('\n', ' ')}\t`
  const inner = type === 'tableRow' ? inside(content).trimEnd() : inside(content)
  return LINES.has(type) ? `${inner}\n` : inner
}

const PLAIN = '0123456789+-−=()'
const SMALL: Readonly<Record<string, string>> = { superscript: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾', subscript: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎' }

/** Numbers keep their meaning, so that 10⁶ does not become 106. Unicode has no such signs for most letters. */
function withSmallFigures(text: string, marks: RichTextPart['marks']): string {
  const small = marks?.map(({ type }) => SMALL[type]).find((signs) => signs !== undefined)
  if (small === undefined || !/^[\d+\-−=()]+$/.test(text)) return text
  return text.replaceAll(/[^]/g, (sign) => small[PLAIN.indexOf(sign)] ?? sign)
}
