import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Repair } from '../contracts/storage-schema.ts'
import { eachObject } from '../content/each-object.ts'
import { hasLocalized } from '../content/field-tree.ts'
import { isObject } from '../content/json-object.ts'
import { isByLocale } from '../content/locales.ts'
import { parseJson } from '../content/parse-json.ts'

/**
 * Repairs missing translations. Older versions stored `{}`, or `[]` for a group, in duplicates of documents without a
 * value in a locale, and reads showed it as a value. A missing translation must be null
 * (docs/contract/localization.md#all-locales). In a `json` field, `{}` may be intended and stays.
 */
export function mendLocales(fields: readonly FieldNode[]): Repair | undefined {
  if (!hasLocalized(fields)) return undefined
  return {
    name: 'absent translations',
    mend(json) {
      const content = parseJson(json) as JsonObject
      const found: MendState = { isMended: false }
      mendObject(fields, content, found)
      return found.isMended ? JSON.stringify(content) : null
    },
  }
}

interface MendState {
  isMended: boolean
}

function mendObject(fields: readonly FieldNode[], object: JsonObject, found: MendState): void {
  for (const node of fields) {
    const value = object[node.name]
    if (isByLocale(node, value, true)) {
      for (const [locale, one] of Object.entries(value)) {
        if (!standsForNothing(node, one)) continue
        value[locale] = null
        found.isMended = true
      }
    }
    eachObject(node, value, true, mendObject, found)
  }
}

function standsForNothing(node: FieldNode, value: JsonValue): boolean {
  if (node.structure === 'group') return Array.isArray(value)
  const isNothing = isObject(value) && Object.keys(value).length === 0
  // Free JSON accepts an empty object as a value.
  return isNothing && (node.structure !== 'value' || node.check(value).length > 0)
}
