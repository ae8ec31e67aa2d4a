import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from './json-object.ts'
import { holdsRows } from './rows.ts'

/** What must not be left without anything in it. */
export const NEVER_EMPTY: ReadonlySet<unknown> = new Set(['blockquote', 'tableCell', 'tableHeader'])

/**
 * Whether the field is a text with blocks in it. The attributes of such a node, `{ id, blockType, data }`, are a row of blocks whose fields
 * stand in `data`: they are found, matched and named like the rows of a list.
 */
export function holdsTextBlocks({ structure, type, blocks }: FieldNode): boolean {
  if (structure !== 'value' || type.mentions === undefined) return false
  for (const _block in blocks) return true
  return false
}

/** Whether a document may hold what is inside of the field more than once: in rows, or in the blocks of a text. */
export function repeatsInside(node: FieldNode): boolean {
  return holdsRows(node) || holdsTextBlocks(node)
}

/** The attributes of a block, and where they stand in the text: `content.3.attrs`. */
type VisitBlock = (attrs: JsonObject, path: string) => void

/** Visits the blocks of a text, in its order. Whatever is no text has none. */
export function eachTextBlock(value: JsonValue | undefined, visit: VisitBlock, prefix = ''): void {
  if (!isObject(value)) return
  const { type, attrs, content } = value
  if (type === 'block') {
    if (isObject(attrs)) visit(attrs, `${prefix}attrs`)
  } else if (Array.isArray(content))
    for (let index = 0; index < content.length; index += 1)
      eachTextBlock(content[index], visit, `${prefix}content.${index}.`)
}

/** The attributes of all blocks of a text, as rows. */
export function textBlocks(value: JsonValue | undefined): JsonObject[] {
  const found: JsonObject[] = []
  eachTextBlock(value, (attrs) => found.push(attrs))
  return found
}

/** The fields of a block in a text: what `data` holds. */
export function dataOf({ data }: JsonObject): JsonObject | null {
  return isObject(data) ? data : null
}

/**
 * A text with other attributes of its blocks; null takes a block out. The text itself where nothing changes, and a copy of whatever stands
 * around a change.
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

/** Puts nodes back into a text at the places that they had among the topmost ones, as far as it is that long. */
export function putBack(
  value: JsonValue,
  nodes: readonly { readonly node: JsonValue; readonly at: number }[],
): JsonValue {
  if (nodes.length === 0 || !isObject(value)) return value
  const content = Array.isArray(value['content']) ? [...value['content']] : []
  for (const { node, at } of nodes) content.splice(at, 0, node)
  return { ...value, content }
}

/** The blocks of a text that answer to a test, each with the place of the topmost node that it stands in. */
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
