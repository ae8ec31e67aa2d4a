// How values nest in content: locales, rows, blocks of a text, and the objects of fields in all of them.
import type { FieldNode, FieldStructure } from '../contracts/field.ts'
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

/** What a field's value contains: one object of fields, a list of them, a text with blocks of them, or none. */
type Holding = 'object' | 'rows' | 'text' | 'none'

/** All walks ask this table, so a new structure only compiles once it says how its values nest. */
const HOLDINGS: Readonly<Record<FieldStructure, Holding>> = {
  value: 'none',
  group: 'object',
  rows: 'rows',
  blocks: 'rows',
  computed: 'none',
}

function holdingOf(node: FieldNode): Holding {
  return holdsTextBlocks(node) ? 'text' : HOLDINGS[node.structure]
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
  return OTHER_MEMBERS[structure]
}

const OTHER_MEMBERS: Readonly<Record<FieldStructure, readonly string[]>> = {
  value: [],
  group: [],
  rows: ['id'],
  blocks: ['id', 'blockType'],
  computed: [],
}

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
  const holding = holdingOf(node)
  return holding === 'rows' || holding === 'text'
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
  return holdingOf(node) !== 'none'
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
  const holding = holdingOf(node)
  if (holding === 'none') return
  if (!isByLocale(node, value, byLocale)) eachInValue(node, holding, value, undefined, visit, state)
  else for (const locale of Object.keys(value)) eachInValue(node, holding, value[locale], locale, visit, state)
}

function eachInValue<State>(
  node: FieldNode,
  holding: Exclude<Holding, 'none'>,
  value: JsonValue | undefined,
  locale: string | undefined,
  visit: VisitObject<State>,
  state: State,
): void {
  switch (holding) {
    case 'object':
      if (isObject(value)) visit(node.fields, value, state, undefined, locale)
      return
    case 'text':
      return eachTextBlock(value, (attrs, path) => {
        const [fields, data] = [fieldsOfRow(node, attrs), dataOf(attrs)]
        if (fields && data) visit(fields, data, state, `${path}.data`, locale)
      })
    case 'rows':
      if (!Array.isArray(value)) return
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

/**
 * Maps the group, rows or blocks in a stored value of one locale; rows keep their id and type. Drops rows and blocks of
 * removed types, as reads do, and returns other values unchanged.
 */
export function mapObjects(
  node: FieldNode,
  value: JsonValue,
  map: (fields: readonly FieldNode[], object: JsonObject, index: WalkPosition) => JsonObject,
): JsonValue {
  switch (holdingOf(node)) {
    case 'none':
      return value
    case 'object':
      return isObject(value) ? map(node.fields, value, undefined) : value
    case 'rows':
      return mapRows(node, value, (fields, row, index) => {
        const { id, blockType = null } = row
        const start = { ...(id !== undefined && { id }), ...(node.structure === 'blocks' && { blockType }) }
        return Object.assign(start, map(fields, row, index))
      })
    case 'text':
      return mapTextBlocks(value, (block, path) => {
        const fields = fieldsOfRow(node, block)
        return fields ? { ...block, data: map(fields, dataOf(block) ?? {}, `${path}.data`) } : null
      })
  }
}

/** A group, row or block in a value, with its counterpart in another value. */
export interface MatchedObject extends InnerObject {
  /** Null if the other value has none. */
  readonly match: JsonObject | null
}

/**
 * Maps the objects in a value that a client sent, each with the stored one that it stands for: the group, or the row or
 * block with the same id, as every write matches them. Both values are of one locale. What is not of the field's shape
 * stays, so that validation reports it; the fields of an unknown block type are empty.
 */
export function mapMatched(
  node: FieldNode,
  value: JsonValue,
  other: JsonValue | undefined,
  map: (matched: MatchedObject) => JsonObject,
): JsonValue {
  switch (holdingOf(node)) {
    case 'none':
      return value
    case 'object': {
      const { fields } = node
      const match = isObject(other) ? other : null
      return isObject(value) ? map({ fields, object: value, index: undefined, match }) : value
    }
    case 'rows': {
      if (!Array.isArray(value)) return value
      const others = rowsById(other)
      return value.map((row, index) => {
        if (!isObject(row)) return row
        return map({ fields: fieldsOfRow(node, row) ?? [], object: row, index, match: sameRow(row, others) })
      })
    }
    case 'text': {
      const others = rowsById(textBlocks(other))
      return mapTextBlocks(value, (block, path) => {
        const [{ data: object = {} }, same] = [block, sameRow(block, others)]
        if (!isObject(object)) return block
        const match = same && (dataOf(same) ?? {})
        const data = map({ fields: fieldsOfRow(node, block) ?? [], object, index: `${path}.data`, match })
        return data === object ? block : { ...block, data }
      })
    }
  }
}

/** The same objects as a list. */
export function matchObjects(
  node: FieldNode,
  value: JsonValue | undefined,
  other: JsonValue | undefined,
): readonly MatchedObject[] {
  const found: MatchedObject[] = []
  mapMatched(node, value ?? null, other, (matched) => {
    found.push(matched)
    return matched.object
  })
  return found
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
  switch (holdingOf(node)) {
    case 'object': {
      const group: JsonObject = {}
      for (const inner of node.fields) if (inner.structure !== 'computed') group[inner.name] = emptyValue(inner)
      return group
    }
    case 'rows':
      return []
    case 'text':
    case 'none':
      return node.many ? [] : null
  }
}
