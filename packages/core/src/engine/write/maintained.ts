import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { Call } from '../call.ts'
import type { Reference, StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import { collectReferences } from '../../content/references.ts'
import { forApplication } from '../read/read-form.ts'

const maintained = new WeakMap<readonly FieldNode[], readonly FieldNode[]>()

/** Fields maintained by features: stored, but not writable by clients. Cached. */
function maintainedFields({ fields }: Entity<Call>): readonly FieldNode[] {
  let found = maintained.get(fields)
  if (!found) {
    found = fields.filter((node) => node.readOnly && node.structure !== 'computed')
    maintained.set(fields, found)
  }
  return found
}

export function maintainedIn(entity: Entity<Call>, content: JsonObject): JsonObject {
  const names = maintainedFields(entity).map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, content[name] ?? null]))
}

/** Adds the values of maintained fields, and removes any others: hooks see them, but can't change them. */
export function withMaintained({ entity, maintained: given }: Call, data: JsonObject): JsonObject {
  const fields = maintainedFields(entity)
  if (fields.length === 0) return data
  const rest = { ...data }
  for (const { name } of fields) delete rest[name]
  return { ...rest, ...given }
}

/** Content as text, with its references if they may have changed. */
interface WrittenContent {
  readonly json: string
  readonly references?: readonly Reference[]
  readonly pointsAsBefore?: boolean
}

/** Content with the values of features, such as who changed it. */
export function stamped<Content extends WrittenContent>(
  call: Call,
  before: StoredDocument | null,
  content: Content,
): Content {
  const { entity } = call
  if (entity.stamps.length === 0) return content
  const next = withStamps(call, before, parseJson(content.json) as JsonObject)
  const references = collectReferences(entity.fields, next)
  return { ...content, json: JSON.stringify(next), content: next, references, pointsAsBefore: false }
}

export function withStamps(call: Call, before: StoredDocument | null, content: JsonObject): JsonObject {
  return Object.assign(content, ...call.entity.stamps.map((stamp) => stamp(call, before, content))) as JsonObject
}

/**
 * The resulting document for application code, before it is stored. A new one has no system fields. Frozen, so that
 * accidental changes throw: hooks return new data instead.
 */
export function nextDocument(call: Call, content: JsonObject, before: StoredDocument | null): Readonly<JsonObject> {
  const json = JSON.stringify(withStamps(call, before, { ...content }))
  if (before) return frozen(forApplication(call, { ...before, revision: before.revision + 1, json }))
  const { systemFields, table } = call.entity
  const unborn = { id: '', revision: 0, createdAt: '', updatedAt: '', json, shape: table.shape, columns: {} }
  const doc = forApplication(call, unborn)
  for (const { name } of systemFields) delete doc[name]
  return frozen(doc)
}

function frozen<Value extends JsonValue>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}
