import { equality, order, textSearch } from '../contracts/operators.ts'
import type { JsonSchema, JsonValue } from '../contracts/json.ts'
import { findSchemaMistakes } from './compile-schema.ts'
import { defineFieldType, type UnindexedOptionsFor } from './define-field-type.ts'
import { anObject, unindexedOptions } from './option-kinds.ts'

export interface JsonOptions extends UnindexedOptionsFor<JsonValue> {
  /** A JSON Schema (2020-12) that every value must satisfy; issues point into the value. */
  readonly schema?: JsonSchema
}

/**
 * Any JSON value, at most 32 levels deep. Queries compare the scalars inside it by path:
 * `{ 'meta.color': { equals: 'red' } }`.
 */
export const json = defineFieldType<JsonOptions>()({
  name: 'json',
  options: { ...unindexedOptions, schema: anObject },
  schema: ({ schema }) => schema ?? {},
  storedAs: 'json',
  operators: [...equality, ...order, ...textSearch],
  manifest: ({ schema }) => ({ schema: schema && (structuredClone(schema) as { [keyword: string]: JsonValue }) }),
  problems: ({ schema }) => {
    const mistakes = schema === undefined ? null : findSchemaMistakes(schema)
    return mistakes === null ? [] : [`\`schema\` is not a valid JSON Schema: ${mistakes}`]
  },
})
