import type { FieldSchema } from '../../data/schema.ts'
import { asRecord, isRecord, type Members, recordsOf, writableOf } from '../../data/members.ts'
import { BLOCK } from './block-node.ts'
import { MARKS, NODES } from './known-content.ts'

/** Names of the nodes and marks that hold unknown content unchanged. */
export const UNKNOWN_BLOCK = 'unknownBlock'
export const UNKNOWN_INLINE = 'unknownInline'
export const UNKNOWN_MARK = 'unknownMark'
/** Attribute that holds unknown attributes of a node. */
export const KEPT = 'kept'

type IsSound = (node: Members) => boolean

const EMPTY: Members = { type: 'doc', content: [{ type: 'paragraph' }] }

/**
 * Converts a stored document for the editor. Unknown nodes, marks and attributes, and misplaced nodes, are wrapped so
 * that they are saved unchanged.
 */
export function toEditor(stored: unknown, isSound: IsSound): Members {
  if (!isRecord(stored)) return EMPTY
  const content = recordsOf(stored['content']).map((node) => {
    const known = nodeToEditor(node, false)
    return isSound(known) ? known : { type: UNKNOWN_BLOCK, attrs: { json: node } }
  })
  return content.length === 0 ? EMPTY : { type: 'doc', content }
}

function nodeToEditor(node: Members, isInline: boolean): Members {
  const type = String(node['type'])
  if (!Object.hasOwn(NODES, type) || type === 'doc') {
    return { type: isInline ? UNKNOWN_INLINE : UNKNOWN_BLOCK, attrs: { json: node } }
  }
  const children = recordsOf(node['content'])
  const holdsInline = isInline || INLINE_PARENTS.has(type)
  const marks = recordsOf(node['marks']).map(markToEditor)
  return {
    type: type === 'block' ? BLOCK : type,
    ...attributesToEditor(node['attrs'], NODES[type] ?? {}),
    ...(children.length > 0 && { content: children.map((child) => nodeToEditor(child, holdsInline)) }),
    ...(marks.length > 0 && { marks }),
    ...(typeof node['text'] === 'string' && { text: node['text'] }),
  }
}

const INLINE_PARENTS: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock'])

function markToEditor(mark: Members): Members {
  const type = String(mark['type'])
  const rules = Object.hasOwn(MARKS, type) ? MARKS[type] : undefined
  const given = isRecord(mark['attrs']) ? mark['attrs'] : {}
  const isKnown = rules !== undefined && Object.keys(given).every((name) => Object.hasOwn(rules, name))
  return isKnown ? mark : { type: UNKNOWN_MARK, attrs: { json: mark } }
}

function attributesToEditor(given: unknown, rules: Members): Members {
  if (!isRecord(given)) return {}
  const isKnown = ([name]: [string, unknown]) => Object.hasOwn(rules, name)
  const entries = Object.entries(given)
  const kept = entries.filter((entry) => !isKnown(entry))
  const attrs = {
    ...Object.fromEntries(entries.filter(isKnown)),
    ...(kept.length > 0 && { [KEPT]: Object.fromEntries(kept) }),
  }
  return Object.keys(attrs).length > 0 ? { attrs } : {}
}

/** Converts the editor's document for the service; null if it is empty. */
export function fromEditor(edited: Members, field: Pick<FieldSchema, 'blocks'> = {}): Members | null {
  const content = recordsOf(edited['content']).map((node) => nodeFromEditor(node, field))
  const [first, ...rest] = content
  const isEmpty = !first || (rest.length === 0 && first['type'] === 'paragraph' && first['content'] === undefined)
  return isEmpty ? null : { type: 'doc', content }
}

function nodeFromEditor(node: Members, field: Pick<FieldSchema, 'blocks'>): Members {
  const type = node['type'] === BLOCK ? 'block' : String(node['type'])
  const given = isRecord(node['attrs']) ? node['attrs'] : {}
  if (type === UNKNOWN_BLOCK || type === UNKNOWN_INLINE) return given['json'] as Members
  const { [KEPT]: kept, ...attributes } = given
  const attrs = { ...withoutDefaults(attributes, NODES[type] ?? {}), ...(isRecord(kept) ? kept : {}) }
  const content = recordsOf(node['content']).map((child) => nodeFromEditor(child, field))
  if (type === 'block') return { type, attrs: blockFromEditor(attrs, field) }
  const marks = recordsOf(node['marks']).map(markFromEditor)
  return {
    type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(content.length > 0 && { content }),
    ...(marks.length > 0 && { marks }),
    ...(typeof node['text'] === 'string' && { text: node['text'] }),
  }
}

/** Omits computed fields of a block, which the service refuses. */
function blockFromEditor({ data, ...attrs }: Members, { blocks }: Pick<FieldSchema, 'blocks'>): Members {
  return { ...attrs, data: writableOf(blocks?.[String(attrs['blockType'])]?.fields ?? [], asRecord(data)) }
}

function markFromEditor(mark: Members): Members {
  const given = isRecord(mark['attrs']) ? mark['attrs'] : {}
  if (mark['type'] === UNKNOWN_MARK) return given['json'] as Members
  const attrs = withoutDefaults(given, MARKS[String(mark['type'])] ?? {})
  return { type: mark['type'], ...(Object.keys(attrs).length > 0 && { attrs }) }
}

function withoutDefaults(given: Members, rules: Members): Members {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && value !== (rules[name] ?? null)),
  )
}
