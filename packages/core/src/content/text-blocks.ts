import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from './json-object.ts'
import { holdsRows } from './rows.ts'

/** Node types that must have content. */
export const NEVER_EMPTY: ReadonlySet<unknown> = new Set(['blockquote', 'tableCell', 'tableHeader'])

/**
 * Whether the field is a rich text with blocks. The attributes of a block node, `{ id, blockType, data }`, are handled
 * like a row of a blocks field whose fields are in `data`.
 */
export function holdsTextBlocks({ structure, type, blocks }: FieldNode): boolean {
  if (structure !== 'value' || type.mentions === undefined) return false
  for (const _block in blocks) return true
  return false
}

/** Whether a document may contain the fields inside this one several times: in rows, or in the blocks of a text. */
export function repeatsInside(node: FieldNode): boolean {
  return holdsRows(node) || holdsTextBlocks(node)
}

/** `path` is the position of the attributes in the text: `content.3.attrs`. */
type VisitBlock = (attrs: JsonObject, path: string) => void

/** Visits the blocks of a text in document order. */
export function eachTextBlock(value: JsonValue | undefined, visit: VisitBlock, prefix = ''): void {
  if (!isObject(value)) return
  const { type, attrs, content } = value
  if (type === 'block') {
    if (isObject(attrs)) visit(attrs, `${prefix}attrs`)
  } else if (Array.isArray(content))
    for (let index = 0; index < content.length; index += 1)
      eachTextBlock(content[index], visit, `${prefix}content.${index}.`)
}

export function textBlocks(value: JsonValue | undefined): JsonObject[] {
  const found: JsonObject[] = []
  eachTextBlock(value, (attrs) => found.push(attrs))
  return found
}

export function dataOf({ data }: JsonObject): JsonObject | null {
  return isObject(data) ? data : null
}

/**
 * Maps the attributes of the blocks in a text; null removes a block. Returns the same object if nothing changes, and
 * copies only the ancestors of a change.
 */
export function mapTextBlocks(
  value: JsonValue,
  map: (attrs: JsonObject, path: string) => JsonObject | null,
  prefix = '',
): JsonValue {
  if (!isObject(value) || !Array.isArray(value['content'])) return value
  const { content } = value
  let mapped: JsonValue[] | undefined
  for (const [index, child] of content.entries()) {
    const at = `${prefix}content.${index}.`
    const next = mappedNode(child, map, at)
    if (next === child) mapped?.push(child)
    else {
      mapped ??= content.slice(0, index)
      if (next !== null) mapped.push(next)
    }
  }
  if (!mapped) return value
  const isLeftEmpty = mapped.length === 0 && NEVER_EMPTY.has(value['type'])
  return { ...value, content: isLeftEmpty ? [{ type: 'paragraph' }] : mapped }
}

function mappedNode(
  node: JsonValue,
  map: (attrs: JsonObject, path: string) => JsonObject | null,
  prefix: string,
): JsonValue {
  if (!isObject(node) || node['type'] !== 'block') return mapTextBlocks(node, map, prefix)
  const { attrs } = node
  if (!isObject(attrs)) return node
  const next = map(attrs, `${prefix}attrs`)
  return next === null ? null : next === attrs ? node : { ...node, attrs: next }
}

/** Reinserts top-level nodes at their old indexes; at the end if the text is now shorter. */
export function putBack(
  value: JsonValue,
  nodes: readonly { readonly node: JsonValue; readonly at: number }[],
): JsonValue {
  if (nodes.length === 0 || !isObject(value)) return value
  const content = Array.isArray(value['content']) ? [...value['content']] : []
  for (const { node, at } of nodes) content.splice(at, 0, node)
  return { ...value, content }
}

/** The blocks of a text that pass a test, each with the index of its top-level node. */
export function blocksWhere(
  value: JsonValue | undefined,
  test: (attrs: JsonObject) => boolean,
): { readonly node: JsonValue; readonly at: number }[] {
  const found: { readonly node: JsonValue; readonly at: number }[] = []
  if (!isObject(value) || !Array.isArray(value['content'])) return found
  for (const [at, child] of value['content'].entries())
    eachTextBlock(child, (attrs) => {
      if (test(attrs)) found.push({ node: { type: 'block', attrs }, at })
    })
  return found
}
