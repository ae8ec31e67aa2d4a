import {
  asEvaluated,
  type Call,
  collectReferences,
  contentInAllLocales,
  dataOf,
  deniedFields,
  type FieldNode,
  fieldsOfRow,
  flatten,
  forApplication,
  holdsRows,
  holdsTarget,
  holdsTextBlocks,
  isByLocale,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  rowsById,
  rowsOf,
  sameRow,
  type StoredDocument,
  takeOut,
  textBlocks,
  type Unit,
} from '@quirecms/core/feature'

type IsKept = (node: FieldNode) => boolean

/**
 * The content of a snapshot for the present fields. Fields that the actor may not update keep their present value
 * (docs/contract/drafts-and-versions.md#restore).
 */
export async function restoredContent(
  call: Call,
  unit: Unit,
  snapshot: StoredDocument,
  before: StoredDocument,
): Promise<JsonObject> {
  const { entity, caller } = call
  const data = contentThen(call, snapshot)
  const subject = { id: before.id, doc: forApplication(call, before), data }
  const denied = await deniedFields(call, entity, 'update', subject, asEvaluated(entity, before))
  const isKept: IsKept = ({ path, hidden }) => Boolean((hidden && !caller.system) || denied?.has(path))
  if (flatten(entity.fields).some(isKept)) keepPresent(entity.fields, data, contentInAllLocales(call, before), isKept)
  await letGoOfMissing(call, unit, data)
  return data
}

/** The whole content of a snapshot for the present fields, whatever the actor may update. */
export async function snapshotContent(call: Call, unit: Unit, snapshot: StoredDocument): Promise<JsonObject> {
  const data = contentThen(call, snapshot)
  await letGoOfMissing(call, unit, data)
  return data
}

/** Omits fields that did not exist then: they get their defaults. */
function contentThen(call: Call, snapshot: StoredDocument): JsonObject {
  const data = contentInAllLocales(call, snapshot)
  const stored = parseJson(snapshot.json) as JsonObject
  for (const { name } of call.entity.fields) if (!Object.hasOwn(stored, name)) delete data[name]
  return data
}

function keepPresent(
  fields: readonly FieldNode[],
  content: JsonObject,
  present: JsonObject | null,
  isKept: IsKept,
): void {
  for (const node of fields) {
    const { name } = node
    const now = present?.[name]
    if (isKept(node)) {
      if (now === undefined) delete content[name]
      else content[name] = now
    } else keepInside(node, content[name], now, isKept)
  }
}

function keepInside(
  node: FieldNode,
  value: JsonValue | undefined,
  present: JsonValue | undefined,
  isKept: IsKept,
): void {
  if (isByLocale(node, value, true)) {
    const now = isObject(present) ? present : {}
    for (const locale of Object.keys(value)) keepInValue(node, value[locale], now[locale], isKept)
  } else keepInValue(node, value, present, isKept)
}

/** Matches rows by id, like every write. */
function keepInValue(
  node: FieldNode,
  value: JsonValue | undefined,
  present: JsonValue | undefined,
  isKept: IsKept,
): void {
  if (node.structure === 'group') {
    if (isObject(value)) keepPresent(node.fields, value, isObject(present) ? present : null, isKept)
  } else if (holdsRows(node)) {
    const now = rowsById(present)
    for (const row of rowsOf(value)) keepPresent(fieldsOfRow(node, row) ?? [], row, sameRow(row, now), isKept)
  } else if (holdsTextBlocks(node)) {
    const now = rowsById(textBlocks(present))
    for (const block of textBlocks(value)) {
      const [data, same] = [dataOf(block), sameRow(block, now)]
      if (data) keepPresent(fieldsOfRow(node, block) ?? [], data, same && dataOf(same), isKept)
    }
  }
}

/**
 * Removes references to documents that were deleted since, for relationships with `clear` or `restrict`, which must
 * never dangle. Other relationships are restored unchanged.
 */
async function letGoOfMissing(call: Call, unit: Unit, content: JsonObject): Promise<void> {
  const { entity, runtime } = call
  const holding = new Map(
    flatten(entity.fields)
      .filter(holdsTarget)
      .map((node) => [node.path, node]),
  )
  if (holding.size === 0) return
  const held = collectReferences(entity.fields, content).filter(({ path }) => holding.has(path))
  for (const [collection, references] of Map.groupBy(held, (reference) => reference.collection)) {
    const table = runtime.manifest.collections[collection]?.table.name
    const ids = [...new Set(references.map(({ id }) => id))]
    const found = table === undefined ? [] : await unit.tx.getMany(table, ids, undefined, { lock: 'use' })
    const isThere = new Set(found.map(({ id }) => id))
    for (const { path, id } of references) {
      const relationship = holding.get(path)
      if (relationship && !isThere.has(id)) takeOut(entity.fields, content, { relationship, collection, id })
    }
  }
}
