import { toText } from '@quirecms/sdk/rich-text'
import { humanize } from '../../data/entities.ts'
import { asRecord, isRecord, type Members, recordsOf } from '../../data/members.ts'
import type { RelationshipTarget } from '../relationship-value.ts'
import { compareSequences, likeness } from './compare-words.ts'
import { sameValue } from './same-value.ts'

export interface RichTextLine {
  readonly type: string
  /** Depth in lists, quotes and cells. */
  readonly depth: number
  readonly text: string
  /** Serialized line, so that a change of formatting alone counts as a change. */
  readonly form: string
  /** The fields of a block in the text. */
  readonly block?: Members
  /** The target of an embedded document. */
  readonly target?: RelationshipTarget
}

export interface ComparedLine {
  readonly kind: 'same' | 'changed' | 'added' | 'removed'
  /** The block was moved. */
  readonly isMoved?: boolean
  readonly before?: RichTextLine
  readonly after?: RichTextLine
}

/** Lines with at least this similarity are one edited line, not a removed and an added one. */
const ALIKE = 0.4

export function compareRichText(before: unknown, after: unknown): ComparedLine[] {
  const steps = compareSequences(linesOf(before), linesOf(after), lineKey)
  const compared: ComparedLine[] = []
  let removed: RichTextLine[] = []
  let added: RichTextLine[] = []
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
      const kind = sameValue(step.before.block, step.after.block) ? 'same' : 'changed'
      compared.push({ kind, before: step.before, after: step.after })
    }
  }
  settle()
  return withMoved(compared)
}

/** Blocks are matched by id. */
function lineKey({ type, depth, form, block }: RichTextLine): string {
  return block ? `${type} ${depth} ${blockKey(block)}` : `${type} ${depth} ${form}`
}

function withMoved(lines: readonly ComparedLine[]): ComparedLine[] {
  const gone = new Map(
    lines.flatMap(({ kind, before }) =>
      kind === 'removed' && before?.block ? [[blockKey(before.block), before]] : [],
    ),
  )
  const come = new Set(
    lines.flatMap(({ kind, after }) => (kind === 'added' && after?.block ? [blockKey(after.block)] : [])),
  )
  return lines.flatMap((line): ComparedLine[] => {
    const { kind, before, after } = line
    if (kind === 'removed' && before?.block && come.has(blockKey(before.block))) return []
    const earlier = kind === 'added' && after?.block ? gone.get(blockKey(after.block)) : undefined
    if (!after || !earlier) return [line]
    return [{ kind: sameValue(earlier.block, after.block) ? 'same' : 'changed', isMoved: true, before: earlier, after }]
  })
}

function blockKey({ id, blockType }: Members): string {
  return JSON.stringify([id, blockType])
}

/** Whether two lines are versions of one line. */
function isSameLine(before: RichTextLine, after: RichTextLine): boolean {
  if (before.block || after.block) return false
  if (before.target || after.target) return sameValue(before.target, after.target)
  return likeness(before.text, after.text) >= ALIKE
}

/** Pairs similar neighbours as changed lines. */
function pairUp(removed: readonly RichTextLine[], added: readonly RichTextLine[]): ComparedLine[] {
  const paired: ComparedLine[] = []
  let next = 0
  for (const line of removed) {
    const match = added.findIndex((other, index) => index >= next && isSameLine(line, other))
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

export function linesOf(doc: unknown): RichTextLine[] {
  return recordsOf(asRecord(doc)['content']).flatMap((node) => linesOfNode(node, 0))
}

function linesOfNode(node: Members, depth: number): RichTextLine[] {
  const type = String(node['type'])
  const content = recordsOf(node['content'])
  const attributes = asRecord(node['attrs'])
  if (type === 'block') {
    const { id, blockType, data } = attributes
    return [{ ...lineOf(type, depth, '', node), block: { ...asRecord(data), id, blockType } }]
  }
  const target = type === 'document' ? targetOf(attributes) : undefined
  if (target) return [{ ...lineOf(type, depth, '', node), target }]
  if (type === 'tableRow') return [lineOf(type, depth, content.map(textOf).join(' | '), node)]
  const isHolder = content.length > 0 && !content.some(isInline)
  if (isHolder) return content.flatMap((child) => linesOfNode(child, type === 'table' ? depth : depth + 1))
  return [lineOf(type, depth, textOf(node), node)]
}

function lineOf(type: string, depth: number, text: string, node: Members): RichTextLine {
  return { type, depth, text, form: JSON.stringify(node) }
}

function isInline({ type }: Members): boolean {
  return type === 'text' || type === 'hardBreak' || type === 'documentInline'
}

function targetOf({ relationTo, value }: Members): RelationshipTarget | undefined {
  return typeof relationTo === 'string' && typeof value === 'string' ? { collection: relationTo, id: value } : undefined
}

function textOf(node: Members): string {
  const { text } = node
  if (typeof text === 'string') {
    const marks = recordsOf(node['marks']).map(({ type }) => ({ type: String(type) }))
    // Keeps the signs for superscript and subscript; `toText` would trim spaces.
    return /\s/.test(text) ? text : toText({ content: [{ type: 'text', text, marks }] })
  }
  if (node['type'] === 'hardBreak') return '\n'
  const attributes = node['attrs']
  // Its title would need a request; show only that a document is here.
  if (node['type'] === 'documentInline') return `[${humanize(String(asRecord(attributes)['relationTo']))}]`
  if (node['type'] === 'image' && isRecord(attributes)) {
    const said = attributes['alt'] ?? attributes['caption'] ?? attributes['src']
    return typeof said === 'string' ? said : ''
  }
  return recordsOf(node['content'])
    .map(textOf)
    .join(node['type'] === 'doc' ? '\n' : '')
}
