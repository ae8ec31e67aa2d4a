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
 * What a snapshot makes of a document: its content with the fields that the configuration has today. Fields that the actor may not
 * update stay as they are now (docs/contract/drafts-and-versions.md#restore); nothing else of the present content is mixed in.
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

/** All of a snapshot, whatever the actor may update, with the fields that the configuration has today. */
export async function snapshotContent(call: Call, unit: Unit, snapshot: StoredDocument): Promise<JsonObject> {
  const data = contentThen(call, snapshot)
  await letGoOfMissing(call, unit, data)
  return data
}

/** A field that did not exist then is left out, to start as in a new document. */
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

/** Rows are matched by their ids, as in every write. */
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
 * Where a relationship has a say in the deletion of its target (`clear`, `restrict`), no document points to what is gone: what was
 * deleted since the snapshot is left out. Other relationships come back as they were.
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
