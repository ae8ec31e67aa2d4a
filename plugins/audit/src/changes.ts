import { isDeepStrictEqual } from 'node:util'
import {
  type AccessChange,
  type Call,
  type DocumentEvent,
  type Entity,
  type FieldNode,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from 'quirecms/plugin'
import type { AuditSettings } from './options.ts'

/** Limit for the changes of one entry; the rest of its 8 KB is for everything else. */
const MOST_BYTES = 5_500

const LONGEST_VALUE = 256

/** Stands for a redacted value and, at the end of a list, for changes that did not fit. */
const UNTOLD = '…'

/** Escaped, as it is written in JSON: a literal `…` would make V8 use two bytes for each character of the text. */
const UNTOLD_IN_JSON = '\\u2026'

type ChangeSettings = Pick<AuditSettings, 'content' | 'redact'>

/** Returns the differences of two revisions; null if there are none or `content` is `'none'`. */
export function changesBetween(
  entity: Pick<Entity<Call>, 'slug' | 'fields'>,
  { before, stored, content: at }: Omit<DocumentEvent, 'name'>,
  { content, redact }: ChangeSettings,
): string | null {
  if (content === 'none' || before?.json === stored.json) return null
  const from = before ? (parseJson(before.json) as JsonObject) : NOTHING
  const told = new ToldChanges(content)
  const isClosed = (node: FieldNode) =>
    node.hidden ||
    node.options.access?.read !== undefined ||
    (redact.size > 0 && redact.has(`${entity.slug}.${node.path}`))
  compareFields({ told, isClosed }, entity.fields, from, at ?? (parseJson(stored.json) as JsonObject), '')
  return told.json
}

const NOTHING: JsonObject = {}

export function keptChanges(changes: readonly AccessChange[], content: AuditSettings['content']): string | null {
  if (content === 'none') return null
  const told = new ToldChanges(content)
  for (const { path, from, to } of changes) told.add(path, from, to)
  return told.json
}

/**
 * Serializes changes as they are found, up to the size limit. Nearly every write needs an entry, and building objects
 * first would cost more than building the text.
 */
class ToldChanges {
  readonly #withValues: boolean
  #texts = ''
  #count = 0
  #isFull = false

  constructor(content: AuditSettings['content']) {
    this.#withValues = content === 'changes'
  }

  /** Includes the changes that did not fit. */
  get count(): number {
    return this.#count
  }

  get isFull(): boolean {
    return this.#isFull
  }

  get json(): string | null {
    return this.#count === 0 ? null : `[${this.#texts}]`
  }

  add(path: string, from: JsonValue, to: JsonValue): void {
    this.#count += 1
    if (this.#isFull) return
    const values = this.#withValues ? `,"from":${shortText(from)},"to":${shortText(to)}` : ''
    const change = `{"path":${JSON.stringify(path)}${values}}`
    const texts = this.#texts === '' ? change : `${this.#texts},${change}`
    // A character takes at most three bytes in UTF-8, so most lists need no `byteLength`.
    this.#isFull = texts.length * 3 > MOST_BYTES && Buffer.byteLength(texts) > MOST_BYTES
    if (!this.#isFull) this.#texts = texts
    else this.#texts += `${this.#texts === '' ? '' : ','}{"path":"${UNTOLD_IN_JSON}"}`
  }
}

function shortText(value: JsonValue): string {
  if (value === null) return 'null'
  if (value === UNTOLD) return `"${UNTOLD_IN_JSON}"`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= LONGEST_VALUE) return JSON.stringify(text)
  return `${JSON.stringify(text.slice(0, LONGEST_VALUE - 1).toWellFormed()).slice(0, -1)}${UNTOLD_IN_JSON}"`
}

interface Comparing {
  readonly told: ToldChanges
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
    if (comparing.told.isFull) return
    if (node.structure === 'computed') continue
    const one = from[node.name] ?? null
    const other = to[node.name] ?? null
    if (isSame(one, other)) continue
    const path = `${before}${node.name}`
    if (comparing.isClosed(node)) comparing.told.add(path, UNTOLD, UNTOLD)
    else if (node.localized && (isObject(one) || isObject(other))) {
      const [inOne, inOther] = [objectOf(one), objectOf(other)]
      for (const locale of new Set([...Object.keys(inOne), ...Object.keys(inOther)])) {
        const [earlier, later] = [inOne[locale] ?? null, inOther[locale] ?? null]
        if (!isSame(earlier, later)) compareValue(comparing, node, earlier, later, `${path}.${locale}`)
      }
    } else compareValue(comparing, node, one, other, path)
  }
}

/** Compares primitive values directly: most differ, and need no deep comparison. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  return isDeepStrictEqual(one, other)
}

function compareValue(comparing: Comparing, node: FieldNode, from: JsonValue, to: JsonValue, path: string): void {
  const { told } = comparing
  if (node.structure === 'group') compareFields(comparing, node.fields, objectOf(from), objectOf(to), `${path}.`)
  else if (node.structure === 'rows' || node.structure === 'blocks') compareRows(comparing, node, from, to, path)
  // Rich text is long and its markup is noise. The versions show what changed.
  else if (node.type.texts) told.add(path, null, 'changed')
  else told.add(path, from, to)
}

function fieldsOfBlock({ blocks }: FieldNode, row: JsonObject | undefined): readonly FieldNode[] {
  const type = row?.['blockType']
  return typeof type === 'string' ? (blocks[type] ?? []) : []
}

/** Matches rows by id, whatever their position. */
function compareRows(comparing: Comparing, node: FieldNode, from: JsonValue, to: JsonValue, path: string): void {
  const { told } = comparing
  const [before, after] = [rowsById(from), rowsById(to)]
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    if (told.isFull) return
    const [one, other] = [before.get(id), after.get(id)]
    const known = told.count
    const compare = (fields: readonly FieldNode[], earlier = NOTHING, later = NOTHING) =>
      compareFields(comparing, fields, earlier, later, `${path}.${id}.`)
    if (node.structure === 'rows') compare(node.fields, one, other)
    else if (!one || !other || one['blockType'] === other['blockType'])
      compare(fieldsOfBlock(node, other ?? one), one, other)
    else {
      // Fields of two block types can share a name and differ in who may read them.
      compare(fieldsOfBlock(node, one), one)
      compare(fieldsOfBlock(node, other), undefined, other)
    }
    // An empty row that was added or removed counts as a change.
    if (told.count === known && (!one || !other))
      told.add(`${path}.${id}`, one ? 'there' : null, other ? 'there' : null)
  }
  const common = (ids: Iterable<string>) => [...ids].filter((id) => before.has(id) && after.has(id)).join()
  if (common(before.keys()) !== common(after.keys())) told.add(path, null, 'in another order')
}

function rowsById(value: JsonValue): Map<string, JsonObject> {
  const rows = Array.isArray(value) ? value.filter((row) => isObject(row)) : []
  return new Map(rows.map((row, index) => [typeof row['id'] === 'string' ? row['id'] : String(index), row]))
}

function objectOf(value: JsonValue): JsonObject {
  return isObject(value) ? value : {}
}
