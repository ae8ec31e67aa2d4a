import { isDeepStrictEqual } from 'node:util'
import type { AccessChange, Call, Entity, FieldNode, JsonObject, JsonValue, StoredDocument } from 'quire/plugin'
import type { Settings } from './options.ts'

/** A value that is told is at most so long. */
const LONGEST_VALUE = 256

/** Of one entry; the rest of its 8 KB is for everything else. */
const MOST_BYTES = 5_500

/** Stands for what nobody is told, and at the end of a list for what there is no room for. */
const UNTOLD = '…'

/** A change as it is kept: without values where the log keeps paths alone. */
export type KeptChange = Pick<AccessChange, 'path'> & Partial<AccessChange>

/** What differs between two revisions; null where nothing does, or where the log is not to tell. */
export function changesBetween(
  entity: Pick<Entity<Call>, 'slug' | 'fields'>,
  before: StoredDocument | null,
  stored: StoredDocument,
  { content, redact }: Pick<Settings, 'content' | 'redact'>,
): string | null {
  if (content === 'none' || before?.json === stored.json) return null
  const from = before ? (JSON.parse(before.json) as JsonObject) : NOTHING
  const found: AccessChange[] = []
  const isClosed = (node: FieldNode) =>
    node.hidden || node.options.access?.read !== undefined || redact.has(`${entity.slug}.${node.path}`)
  compareFields({ found, isClosed }, entity.fields, from, JSON.parse(stored.json) as JsonObject, '')
  return keptChanges(found, content)
}

const NOTHING: JsonObject = {}

/** As they are stored: as many as there is room for. */
export function keptChanges(changes: readonly AccessChange[], content: Settings['content']): string | null {
  if (content === 'none' || changes.length === 0) return null
  const all = JSON.stringify(changes.map((change) => keptChange(change, content)))
  // A character takes at most three bytes here, so that few lists are measured.
  if (all.length * 3 <= MOST_BYTES || Buffer.byteLength(all) <= MOST_BYTES) return all
  const kept: string[] = []
  let bytes = 2
  for (const change of changes) {
    const text = JSON.stringify(keptChange(change, content))
    bytes += Buffer.byteLength(text) + 1
    if (bytes > MOST_BYTES) {
      kept.push(JSON.stringify({ path: UNTOLD }))
      break
    }
    kept.push(text)
  }
  return `[${kept.join()}]`
}

function keptChange({ path, from, to }: AccessChange, content: Settings['content']): KeptChange {
  return content === 'paths' ? { path } : { path, from: short(from), to: short(to) }
}

interface Comparing {
  readonly found: AccessChange[]
  readonly isClosed: (node: FieldNode) => boolean
}

function compareFields(
  comparing: Comparing,
  fields: readonly FieldNode[],
  from: JsonObject,
  to: JsonObject,
  before: string,
): void {
  for (const node of fields) {
    if (node.structure === 'computed') continue
    const [one, other] = [from[node.name] ?? null, to[node.name] ?? null]
    if (isSame(one, other)) continue
    const path = `${before}${node.name}`
    if (comparing.isClosed(node)) comparing.found.push({ path, from: UNTOLD, to: UNTOLD })
    else if (node.localized && (isObject(one) || isObject(other))) {
      const [inOne, inOther] = [objectOf(one), objectOf(other)]
      for (const locale of new Set([...Object.keys(inOne), ...Object.keys(inOther)])) {
        const [earlier, later] = [inOne[locale] ?? null, inOther[locale] ?? null]
        if (!isSame(earlier, later)) compareValue(comparing, node, earlier, later, `${path}.${locale}`)
      }
    } else compareValue(comparing, node, one, other, path)
  }
}

/** Most values are texts and numbers, and most of them differ where one is looked at: nothing has to be gone through for that. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true
  return typeof one === 'object' && typeof other === 'object' && isDeepStrictEqual(one, other)
}

function compareValue(comparing: Comparing, node: FieldNode, from: JsonValue, to: JsonValue, path: string): void {
  const { found } = comparing
  if (node.structure === 'group') compareFields(comparing, node.fields, objectOf(from), objectOf(to), `${path}.`)
  else if (node.structure === 'rows' || node.structure === 'blocks') compareRows(comparing, node, from, to, path)
  // Its text is long, and its marks are noise: the versions show what is new in it.
  else if (node.type.name === 'richText') found.push({ path, from: null, to: 'changed' })
  else found.push({ path, from, to })
}

function fieldsOfBlock({ blocks }: FieldNode, row: JsonObject | undefined): readonly FieldNode[] {
  const type = row?.['blockType']
  return typeof type === 'string' ? (blocks[type] ?? []) : []
}

/** Rows are known by their ids, wherever they stand. */
function compareRows(comparing: Comparing, node: FieldNode, from: JsonValue, to: JsonValue, path: string): void {
  const { found } = comparing
  const [before, after] = [rowsById(from), rowsById(to)]
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(id), after.get(id)]
    const told = found.length
    const fields = node.structure === 'rows' ? node.fields : fieldsOfBlock(node, other ?? one)
    compareFields(comparing, fields, one ?? {}, other ?? {}, `${path}.${id}.`)
    // A row without anything in it is news as well.
    if (found.length === told && (!one || !other))
      found.push({ path: `${path}.${id}`, from: one ? 'there' : null, to: other ? 'there' : null })
  }
  const common = (ids: Iterable<string>) => [...ids].filter((id) => before.has(id) && after.has(id)).join()
  if (common(before.keys()) !== common(after.keys())) found.push({ path, from: null, to: 'in another order' })
}

function rowsById(value: JsonValue): Map<string, JsonObject> {
  const rows = Array.isArray(value) ? value.filter(isObject) : []
  return new Map(rows.map((row, index) => [typeof row['id'] === 'string' ? row['id'] : String(index), row]))
}

function short(value: JsonValue): JsonValue {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1).toWellFormed()}${UNTOLD}`
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf(value: JsonValue): JsonObject {
  return isObject(value) ? value : {}
}
