import { asRecord, isRecord, type Members, recordsOf } from '../members.ts'
import { likeness } from './compare-words.ts'
import { compareSequences } from './sequence.ts'

/** A line of a rich text: a paragraph, a heading, an item of a list, a row of a table. */
export interface Line {
  readonly type: string
  /** How deep it stands in lists, quotes and cells. */
  readonly depth: number
  readonly text: string
  /** Everything about it, so that a change of formatting alone is one as well. */
  readonly form: string
}

export interface ComparedLine {
  readonly kind: 'same' | 'changed' | 'added' | 'removed'
  readonly before?: Line
  readonly after?: Line
}

/** Lines are alike enough to be one that was edited, rather than one that went and another that came. */
const ALIKE = 0.4

export function compareRichText(before: unknown, after: unknown): ComparedLine[] {
  const steps = compareSequences(linesOf(before), linesOf(after), ({ type, depth, form }) => `${type} ${depth} ${form}`)
  const compared: ComparedLine[] = []
  let removed: Line[] = []
  let added: Line[] = []
  const settle = () => {
    compared.push(...pairUp(removed, added))
    removed = []
    added = []
  }
  for (const step of steps) {
    if (step.kind === 'removed') removed.push(step.before)
    else if (step.kind === 'added') added.push(step.after)
    else {
      settle()
      compared.push({ kind: 'same', before: step.before, after: step.after })
    }
  }
  settle()
  return compared
}

/** Of neighbours that went and came, those that are alike are one that changed. */
function pairUp(removed: readonly Line[], added: readonly Line[]): ComparedLine[] {
  const paired: ComparedLine[] = []
  let next = 0
  for (const line of removed) {
    const match = added.findIndex((other, index) => index >= next && likeness(line.text, other.text) >= ALIKE)
    if (match < 0) {
      paired.push({ kind: 'removed', before: line })
      continue
    }
    for (const between of added.slice(next, match)) paired.push({ kind: 'added', after: between })
    const other = added[match]
    if (other) paired.push({ kind: 'changed', before: line, after: other })
    next = match + 1
  }
  for (const line of added.slice(next)) paired.push({ kind: 'added', after: line })
  return paired
}

export function linesOf(doc: unknown): Line[] {
  return recordsOf(asRecord(doc)['content']).flatMap((node) => linesOfNode(node, 0))
}

function linesOfNode(node: Members, depth: number): Line[] {
  const type = String(node['type'])
  const content = recordsOf(node['content'])
  if (type === 'tableRow') return [lineOf(type, depth, content.map(textOf).join(' | '), node)]
  const isHolder = content.length > 0 && !content.some(isInline)
  if (isHolder) return content.flatMap((child) => linesOfNode(child, type === 'table' ? depth : depth + 1))
  return [lineOf(type, depth, textOf(node), node)]
}

function lineOf(type: string, depth: number, text: string, node: Members): Line {
  return { type, depth, text, form: JSON.stringify(node) }
}

function isInline({ type }: Members): boolean {
  return type === 'text' || type === 'hardBreak'
}

/** The words of a node, and of an image what it shows. */
function textOf(node: Members): string {
  if (typeof node['text'] === 'string') return node['text']
  if (node['type'] === 'hardBreak') return '\n'
  const attributes = node['attrs']
  if (node['type'] === 'image' && isRecord(attributes)) {
    const said = attributes['alt'] ?? attributes['src']
    return typeof said === 'string' ? said : ''
  }
  return recordsOf(node['content'])
    .map(textOf)
    .join(node['type'] === 'doc' ? '\n' : '')
}
