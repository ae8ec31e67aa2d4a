import type { Condition, Scalar } from '../../contracts/condition.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { type IndexPart, type IndexSpec, partsOf } from '../../contracts/storage-schema.ts'
import { objectsIn } from '../../content/walk-content.ts'
import { nodeAt } from '../../content/field-tree.ts'
import { type Call, readerOf } from '../call.ts'
import { startOverlay } from './overlay.ts'
import { applyFields } from './apply.ts'
import { spellOutNullGroups, withDefaults } from './added-values.ts'
import { notValid, sameValues, setAt, valueAt } from './unique-values.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { deniedPaths, redact } from '../read/read-form.ts'
import { admit, type PreparedContent, readyToStore } from './prepare.ts'
import { checkTargets } from './check-targets.ts'
import { settleChanges } from './relative-changes.ts'
import { customIssues, withoutRefused } from './validate.ts'

/** Candidates per statement. */
const AT_ONCE = 100

/**
 * The content of a copy of the document: without what the caller may not read or create, and with other unique values
 * (docs/contract/documents.md#duplicate). `overrides` are written over it.
 */
export async function copyContent(call: Call, source: StoredDocument, overrides: JsonObject): Promise<JsonObject> {
  const { entity, caller } = call
  const unread = await deniedPaths(call, 'read', source)
  const uncreated = await deniedPaths(call, 'create', null, { data: overrides })
  const content = parseJson(source.json) as JsonObject
  await renameUniqueValues(call, content)
  await resetFields(call, entity.fields, content, ({ path, hidden }) => {
    return Boolean((hidden && !caller.system) || unread?.has(path) || uncreated?.has(path))
  })
  return content
}

/**
 * Resets fields of copied content to their defaults, at any depth: those that the caller may not read or create
 * (docs/contract/documents.md#duplicate).
 */
async function resetFields(
  call: Call,
  fields: readonly FieldNode[],
  content: JsonObject,
  isReset: (node: FieldNode) => boolean,
): Promise<void> {
  for (const node of fields) {
    if (node.structure === 'computed') continue
    if (isReset(node)) content[node.name] = await freshValue(call, node)
    else {
      for (const inner of objectsIn(node, content[node.name], true))
        await resetFields(call, inner.fields, inner.object, isReset)
    }
  }
}

/** Stored value of this field in a new document without input. Missing required values are reported later. */
async function freshValue(call: Call, node: FieldNode): Promise<JsonValue> {
  const given = await withDefaults(call, [node], {}, null)
  return applyFields(startOverlay(call, { checksBase: false }), [node], given, null)[node.name] ?? null
}

/** Unique text gets `-copy`, then `-copy-2`…; other unique values are left out (docs/contract/documents.md#duplicate). */
async function renameUniqueValues(call: Call, content: JsonObject): Promise<void> {
  for (const index of call.entity.table.indexes) {
    if (!index.unique || !sameValues(index, content)) continue
    const { part, node } = renamedPart(call, index) ?? {}
    const value = part ? valueAt(content, part.path.steps) : null
    if (!part || !node || value === null) continue
    const others = partsOf(index).flatMap((other) => (other.name === part.name ? [] : [sameValue(other, content)]))
    setAt(content, part, await otherValue(call, { part, others }, node, value))
  }
}

/** The part to rename: of several values the first that can be, otherwise the last. */
function renamedPart({ entity }: Call, index: IndexSpec): { part: IndexPart; node: FieldNode } | undefined {
  const parts = partsOf(index).flatMap((part) => {
    const [path = part.name] = part.name.split('@')
    const node = nodeAt(entity.fields, path)
    return node ? [{ part, node }] : []
  })
  return parts.find(({ node }) => isRenamed(node)) ?? parts.at(-1)
}

function sameValue({ path }: IndexPart, content: JsonObject): Condition {
  return { kind: 'compare', path, test: { op: 'equals', value: valueAt(content, path.steps) ?? '' } }
}

/** Whether a suffix keeps the value valid; not for addresses, choices and references. */
function isRenamed({ type }: FieldNode): boolean {
  return type.allowsSuffix
}

/** A value that must be unique among documents with the same `others`. */
interface UniquePart {
  readonly part: IndexPart
  readonly others: readonly Condition[]
}

async function otherValue(call: Call, unique: UniquePart, node: FieldNode, value: Scalar): Promise<JsonValue> {
  if (isRenamed(node)) return freeName(call, unique, node, String(value))
  // A computed default is unique, such as a sequence number.
  return typeof node.options.default === 'function' && !node.localized ? freshValue(call, node) : null
}

async function freeName(
  call: Call,
  { part, others }: UniquePart,
  node: FieldNode,
  value: string,
): Promise<string | null> {
  for (let first = 1; ; first += AT_ONCE) {
    const candidates = Array.from({ length: AT_ONCE }, (_, offset) => withSuffix(node, value, first + offset))
    // A suffix may exceed the field's limits.
    const sound = candidates.filter((candidate) => node.check(candidate).length === 0)
    if (sound.length === 0) return null
    const among: Condition = { kind: 'compare', path: part.path, test: { op: 'in', values: sound } }
    const where: Condition = others.length > 0 ? { kind: 'and', of: [...others, among] } : among
    const query = { where, sort: [], limit: AT_ONCE, offset: 0 }
    const taken = new Set<Scalar | null>()
    for (const { name } of [call.entity.table, ...call.entity.tables])
      for (const { json } of await readerOf(call).find(name, query))
        taken.add(valueAt(parseJson(json) as JsonObject, part.path.steps))
    const free = sound.find((candidate) => !taken.has(candidate))
    if (free !== undefined) return free
  }
}

function withSuffix(node: FieldNode, value: string, number: number): string {
  const suffix = number === 1 ? '-copy' : `-copy-${number}`
  const { maxLength } = node.type.schema(node.options)
  const characters = Array.from(value)
  if (typeof maxLength !== 'number' || characters.length + suffix.length <= maxLength) return value + suffix
  const kept = characters.slice(0, Math.max(0, maxLength - suffix.length)).join('')
  let end = kept.length
  while (kept[end - 1] === '-') end--
  return kept.slice(0, end) + suffix
}

/**
 * The document as it would be after saving this input as a draft: incomplete and taken values are allowed, and no write
 * hooks run. Merges only into content that the writer can read: otherwise, a rule that reads the document could reveal
 * more. `targetsFor` is the call that reads new targets.
 */
export async function unsavedDocument(
  call: Call,
  input: JsonObject,
  stored: StoredDocument,
  targetsFor: Call = call,
): Promise<{ readonly document: StoredDocument } & Pick<PreparedContent, 'references'>> {
  const { entity } = call
  const { fields } = entity
  const oldContent = await readableContent(call, stored)
  const settled = settleChanges(call, input, oldContent)
  const denied = await deniedPaths(call, 'update', stored, { data: settled.data })
  const admission = admit(call, input, denied, false)
  const { data: given, lists, issues } = settleChanges(call, admission.rest(), oldContent)
  const refused = [...admission.issues, ...issues]
  const writing: Call = { ...call, changedLists: lists }
  const data = await withDefaults(call, fields, spellOutNullGroups(call, given, oldContent, denied), oldContent)
  const overlay = { ...startOverlay(writing, { checksBase: false }), mayBeIncomplete: true }
  const content = applyFields(overlay, fields, data, oldContent)
  const found = [...refused, ...withoutRefused(overlay.issues.list, refused)]
  found.push(...(await customIssues(writing, { overlay, data, content, before: stored })))
  const written = { values: overlay.relationships, oldContent, knownThrough: stored }
  found.push(...(await checkTargets(targetsFor, written)))
  if (found.length > 0) throw notValid(found)
  const { json, shape, references } = readyToStore(entity, content)
  return { document: { ...stored, json, shape }, references }
}

async function readableContent(call: Call, stored: StoredDocument): Promise<JsonObject> {
  const { entity, runtime } = call
  const content = parseJson(stored.json) as JsonObject
  const denied = await deniedPaths(call, 'read', stored)
  redact(entity.fields, content, { denied, showHidden: true, byLocale: runtime.manifest.localization !== null })
  return content
}
