import type { Condition, Scalar } from '../../contracts/condition.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { IndexSpec } from '../../contracts/storage.ts'
import { objectsIn } from '../../content/each-object.ts'
import { nodeAt } from '../../content/field-tree.ts'
import { isObject } from '../../content/json-object.ts'
import { type Call, readerOf } from '../call.ts'
import { startOverlay } from './overlay.ts'
import { applyFields } from './apply.ts'
import { withDefaults } from './defaults.ts'
import { valueAt } from './unique-values.ts'
import { parseJson } from '../../content/parse-json.ts'

/** Suffixes that are looked up in one statement. */
const AT_ONCE = 100

/**
 * Gives fields of stored content their defaults instead, at any depth: those that whoever duplicates may not read or create
 * (contract 14, Refusals).
 */
export async function resetFields(
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

/** What a new document would have here if nothing were given, in stored form. That it may lack something is found out later. */
async function freshValue(call: Call, node: FieldNode): Promise<JsonValue> {
  const given = await withDefaults(call, [node], {}, null)
  return applyFields(startOverlay(call, { checksBase: false }), [node], given, null)[node.name] ?? null
}

/** Unique text gets `-copy`, then `-copy-2`…; other unique values are left out (contract 10). */
export async function renameUniqueValues(call: Call, content: JsonObject): Promise<void> {
  for (const index of call.entity.table.indexes) {
    const value = index.unique ? valueAt(content, index.path.steps) : null
    if (value === null) continue
    const [path = index.name] = index.name.split('@')
    const node = nodeAt(call.entity.fields, path)
    if (node) setAt(content, index, await otherValue(call, index, node, value))
  }
}

async function otherValue(call: Call, index: IndexSpec, node: FieldNode, value: Scalar): Promise<JsonValue> {
  // An address, a choice or a reference would not be sound with a suffix.
  if (['text', 'textarea', 'slug', 'code'].includes(node.type.name)) return freeName(call, index, node, String(value))
  // A default that is computed gives each document a value of its own: a number in a sequence.
  return typeof node.options.default === 'function' && !node.localized ? freshValue(call, node) : null
}

async function freeName(call: Call, index: IndexSpec, node: FieldNode, value: string): Promise<string | null> {
  for (let first = 1; ; first += AT_ONCE) {
    const candidates = Array.from({ length: AT_ONCE }, (_, offset) => withSuffix(node, value, first + offset))
    // The field's own checks may leave no room for a suffix.
    const sound = candidates.filter((candidate) => node.check(candidate).length === 0)
    if (sound.length === 0) return null
    const where: Condition = { kind: 'compare', path: index.path, test: { op: 'in', values: sound } }
    const query = { where, sort: [], limit: AT_ONCE, offset: 0 }
    const taken = new Set<Scalar | null>()
    for (const { name } of [call.entity.table, ...call.entity.tables])
      for (const { json } of await readerOf(call).find(name, query))
        taken.add(valueAt(parseJson(json) as JsonObject, index.path.steps))
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

function setAt(content: JsonObject, { path }: IndexSpec, value: JsonValue): void {
  let object = content
  const keys = path.steps.flatMap((step) =>
    step.kind === 'key' ? [step.name] : step.kind === 'locale' ? step.chain.slice(0, 1) : [],
  )
  const last = keys.pop()
  for (const key of keys) {
    const inner = object[key]
    if (!isObject(inner)) return
    object = inner
  }
  if (last !== undefined) object[last] = value
}
