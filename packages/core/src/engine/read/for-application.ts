import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call } from '../call.ts'
import { systemValues, toReadForm } from './read-form.ts'

/** A document for rules and hooks: everything in it, in the call's locale. */
export function forApplication(call: Call, document: StoredDocument): JsonObject {
  return toReadForm(call.entity, document, call.locale)
}

/** A stored document as conditions see it in memory. Most rules answer without one, so its content is parsed when it is looked at. */
export function asEvaluated(entity: Entity<Call>, document: StoredDocument): { columns: JsonObject; data: JsonObject } {
  let parsed: JsonObject | undefined
  return {
    columns: { ...systemValues(entity, document), ...document.columns },
    get data() {
      parsed ??= parseJson(document.json) as JsonObject
      return parsed
    },
  }
}
