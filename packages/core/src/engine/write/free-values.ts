import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { type IndexPart, type IndexSpec, partsOf } from '../../contracts/storage-schema.ts'
import { isObject } from '../../content/json-object.ts'
import { type Call, readerOf } from '../call.ts'
import type { Overlay } from './overlay.ts'
import { sameValues, valueAt } from './unique-values.ts'

/** Highest suffix. With more documents of one name, the caller must choose the name. */
const MOST = 2 ** 30

/**
 * Appends a number to each derived value that another document already has: `hello-2`, `hello-3`
 * (docs/contract/documents.md#unique). The client did not ask for this exact value, so this is no conflict.
 */
export async function freeDerivedValues(call: Call, { derived }: Overlay, content: JsonObject): Promise<void> {
  if (derived.size === 0) return
  for (const index of call.entity.table.indexes) {
    if (!index.unique) continue
    const part = partsOf(index).find(({ name }) => derived.has(name))
    const node = part && derived.get(part.name)
    const value = part && valueAt(content, part.path.steps)
    if (!part || !node || typeof value !== 'string') continue
    const taken = (one: JsonValue | undefined) => isTaken(call, index, withValue(content, part, one))
    const another = (number: number) => node.type.distinctValue(value, number, node.options)
    const free = (await taken(value)) ? await firstFree(taken, another) : undefined
    if (free !== undefined) setAt(content, part, free)
  }
}

/**
 * Suffixes are assigned in order, so a binary search finds a free one: thirty index lookups among a hundred thousand
 * documents.
 */
async function firstFree(
  isOneTaken: (value: JsonValue | undefined) => Promise<boolean>,
  another: (number: number) => JsonValue | undefined,
): Promise<JsonValue | undefined> {
  const taken = (number: number) => isOneTaken(another(number))
  let free = 2
  while (await taken(free)) {
    if (free >= MOST) return undefined
    free *= 2
  }
  for (let last = free / 2; free - last > 1; ) {
    const middle = Math.floor((last + free) / 2)
    if (await taken(middle)) last = middle
    else free = middle
  }
  return another(free)
}

/** Checks all copies of all documents, like the unique index. */
async function isTaken(call: Call, index: IndexSpec, content: JsonObject): Promise<boolean> {
  const where = sameValues(index, content)
  if (!where) return false
  for (const { name } of [call.entity.table, ...call.entity.tables]) {
    const found = await readerOf(call).find(name, { where, sort: [], limit: 1, offset: 0 })
    if (found.length > 0) return true
  }
  return false
}

function withValue(content: JsonObject, part: IndexPart, value: JsonValue | undefined): JsonObject {
  const changed = structuredClone(content)
  setAt(changed, part, value ?? null)
  return changed
}

function setAt(content: JsonObject, { path: { steps } }: IndexPart, value: JsonValue): void {
  const keys = steps.flatMap((step) =>
    step.kind === 'key' ? [step.name] : step.kind === 'locale' ? step.chain.slice(0, 1) : [],
  )
  const last = keys.pop()
  let object: JsonValue | undefined = content
  for (const key of keys) object = isObject(object) ? object[key] : undefined
  if (last !== undefined && isObject(object)) object[last] = value
}
