import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call } from '../call.ts'
import { systemValues, toReadForm } from './read-form.ts'

/** A document for rules and hooks: complete, in the call's locale. */
export function forApplication(call: Call, document: StoredDocument): JsonObject {
  return toReadForm(call.entity, document, call.locale)
}

/** A stored document for evaluating conditions in memory. Parsed lazily, because most rules don't read it. */
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
