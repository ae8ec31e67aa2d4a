import {
  type Call,
  contentInAllLocales,
  deniedPaths,
  dropMissingReferences,
  type FieldNode,
  flatten,
  isByLocale,
  isObject,
  type JsonObject,
  type JsonValue,
  matchObjects,
  parseJson,
  type StoredDocument,
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
  const denied = await deniedPaths(call, 'update', before, { data })
  const isKept: IsKept = ({ path, hidden }) => Boolean((hidden && !caller.system) || denied?.has(path))
  if (flatten(entity.fields).some(isKept)) keepPresent(entity.fields, data, contentInAllLocales(call, before), isKept)
  await dropMissingReferences(call, unit, data)
  return data
}

/** The whole content of a snapshot for the present fields, whatever the actor may update. */
export async function snapshotContent(call: Call, unit: Unit, snapshot: StoredDocument): Promise<JsonObject> {
  const data = contentThen(call, snapshot)
  await dropMissingReferences(call, unit, data)
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

function keepInValue(
  node: FieldNode,
  value: JsonValue | undefined,
  present: JsonValue | undefined,
  isKept: IsKept,
): void {
  for (const { fields, object, match } of matchObjects(node, value, present)) keepPresent(fields, object, match, isKept)
}
