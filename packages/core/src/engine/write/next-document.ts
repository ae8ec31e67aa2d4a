import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { forApplication } from '../read/for-application.ts'
import { withStamps } from './stamped.ts'

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
