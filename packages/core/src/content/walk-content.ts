// How values nest in content: locales, rows, blocks of a text, and the objects of fields in all of them.
import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject, mapValues } from './json-object.ts'

/**
 * Whether a field's value is an object that maps locales to values. `byLocale` says that the content around it has all
 * locales, as it does in storage and with `locale=all`. Even then, a value from before the field was localized can be a
 * plain one.
 */
export function isByLocale(node: FieldNode, value: JsonValue | undefined, byLocale: boolean): value is JsonObject {
  return byLocale && node.localized && isObject(value)
}

/** Maps a field's value: in each locale if it has several, or else the one value. */
export function mapLocales(
  node: FieldNode,
  value: JsonValue,
  byLocale: boolean,
  map: (value: JsonValue, locale: string | undefined) => JsonValue,
): JsonValue {
  return isByLocale(node, value, byLocale) ? mapValues(value, map) : map(value, undefined)
}

/** Whether the field is an array or blocks: its value is a list of rows, each an object of fields with an `id`. */
export function holdsRows({ structure }: FieldNode): boolean {
  return structure === 'rows' || structure === 'blocks'
}

export function rowsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((row) => isObject(row)) : []
}

/** The fields of a row; for blocks, those of its block type. Undefined if the field has no such block type. */
export function fieldsOfRow(node: FieldNode, row: JsonObject): readonly FieldNode[] | undefined {
  if (node.structure === 'rows') return node.fields
  const block = row['blockType']
  return typeof block === 'string' && Object.hasOwn(node.blocks, block) ? node.blocks[block] : undefined
}

/** The members of a group, row or block besides its fields. */
export function otherMembers({ structure }: FieldNode): readonly string[] {
  return structure === 'blocks' ? BLOCK_MEMBERS : structure === 'rows' ? ROW_MEMBERS : NO_MEMBERS
}

const BLOCK_MEMBERS: readonly string[] = ['id', 'blockType']
const ROW_MEMBERS: readonly string[] = ['id']
const NO_MEMBERS: readonly string[] = []

/** A new row without fields: only its id and, for blocks, the block type of `row`. */
export function startRow({ structure }: FieldNode, id: JsonValue, row: JsonObject): JsonObject {
  return structure === 'blocks' ? { id, blockType: row['blockType'] ?? null } : { id }
}

/** Maps the rows of a list, each with its fields. Drops rows of removed block types, as reads do. */
export function mapRows(
  node: FieldNode,
  value: JsonValue | undefined,
  map: (fields: readonly FieldNode[], row: JsonObject, index: number) => JsonObject,
): JsonObject[] {
  const mapped: JsonObject[] = []
  for (const row of rowsOf(value)) {
    const fields = fieldsOfRow(node, row)
    if (fields) mapped.push(map(fields, row, mapped.length))
  }
  return mapped
}

/** Stored rows by id, to match input rows with them. */
export type RowsById = ReadonlyMap<JsonValue | undefined, JsonObject>

export function rowsById(value: JsonValue | undefined): RowsById {
  return new Map(rowsOf(value).map((row) => [row['id'], row]))
}

/** The stored row that an input row changes: the one with the same id and, for blocks, the same block type. */
export function sameRow(given: JsonObject, stored: RowsById): JsonObject | null {
  const id = given['id']
  const row = typeof id === 'string' ? stored.get(id) : undefined
  return row && row['blockType'] === given['blockType'] ? row : null
}

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

/**
 * Called with an object of fields inside a field's value: a group, a row or a block. `index` is the position of a row
 * in its list, that of a block in a text (`content.3.attrs.data`), and undefined for a group. `locale` is set if the
 * field itself is localized.
 */
export type VisitObject<State> = (
  fields: readonly FieldNode[],
  object: JsonObject,
  state: State,
  index: WalkPosition,
  locale: string | undefined,
) => void

type WalkPosition = number | string | undefined

export function holdsObjects(node: FieldNode): boolean {
  const { structure } = node
  return (structure !== 'value' && structure !== 'computed') || holdsTextBlocks(node)
}

/**
 * Visits each object of fields in a field's value. Every walk over content goes down one level with this. If the
 * content has all locales (`byLocale`), it visits the objects of each of them. It skips values that don't have the
 * field's shape, and rows of unknown blocks.
 *
 * `state` is passed on to `visit`, so that a walk doesn't need a closure for each field.
 */
export function eachObject<State>(
  node: FieldNode,
  value: JsonValue | undefined,
  byLocale: boolean,
  visit: VisitObject<State>,
  state: State,
): void {
  if (!holdsObjects(node)) return
  if (!isByLocale(node, value, byLocale)) eachInValue(node, value, undefined, visit, state)
  else for (const locale of Object.keys(value)) eachInValue(node, value[locale], locale, visit, state)
}

function eachInValue<State>(
  node: FieldNode,
  value: JsonValue | undefined,
  locale: string | undefined,
  visit: VisitObject<State>,
  state: State,
): void {
  if (node.structure === 'group') {
    if (isObject(value)) visit(node.fields, value, state, undefined, locale)
  } else if (node.structure === 'value') {
    eachTextBlock(value, (attrs, path) => {
      const [fields, data] = [fieldsOfRow(node, attrs), dataOf(attrs)]
      if (fields && data) visit(fields, data, state, `${path}.data`, locale)
    })
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const row = value[index]
      if (!isObject(row)) continue
      const fields = fieldsOfRow(node, row)
      if (fields) visit(fields, row, state, index, locale)
    }
  }
}

export interface InnerObject {
  readonly fields: readonly FieldNode[]
  readonly object: JsonObject
  readonly index: WalkPosition
}

/** The same objects as a list, for walks that await something at each of them. */
export function objectsIn(node: FieldNode, value: JsonValue | undefined, byLocale: boolean): readonly InnerObject[] {
  if (!holdsObjects(node)) return NONE
  const found: InnerObject[] = []
  eachObject(node, value, byLocale, list, found)
  return found
}

const NONE: readonly InnerObject[] = []

const list: VisitObject<InnerObject[]> = (fields, object, found, index) => {
  found.push({ fields, object, index })
}

/** The prefix of all paths inside such an object: `seo.`, `links.0.`, `body.content.3.attrs.data.` */
export function prefixInside(path: string, index: WalkPosition): string {
  return index === undefined ? `${path}.` : `${path}.${index}.`
}

/**
 * Whether `required` counts the value as missing: null, an empty text or an empty list
 * (docs/contract/documents.md#values).
 */
export function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The stored value of an empty field: no locales, a group of empty values, an empty list, or null. */
export function emptyValue(node: FieldNode): JsonValue {
  if (node.localized) return {}
  if (node.structure === 'group') {
    const group: JsonObject = {}
    for (const inner of node.fields) if (inner.structure !== 'computed') group[inner.name] = emptyValue(inner)
    return group
  }
  return node.many || holdsRows(node) ? [] : null
}
