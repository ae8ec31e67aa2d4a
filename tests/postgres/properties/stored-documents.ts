import type { FieldNode, JsonObject, JsonValue } from '@quirecms/core'
import fc, { type Arbitrary } from 'fast-check'
import { anyJson, id, instant, number, position, text } from './values.ts'

const LOCALE_CODES = ['en', 'de', 'fr'] as const

/** Content in stored form: mostly valid, with nulls, missing keys and values of other types. */
export function storedContent(fields: readonly FieldNode[]): Arbitrary<JsonObject> {
  const stored = fields.filter((field) => field.structure !== 'computed')
  const values = Object.fromEntries(stored.map((field) => [field.name, storedField(field)]))
  return fc.record(values, { requiredKeys: [] }) as Arbitrary<JsonObject>
}

function storedField(field: FieldNode): Arbitrary<JsonValue> {
  if (!field.localized) return somehow(storedValue(field))
  const value = somehow(storedValue(field))
  return somehow(fc.record({ en: value, de: value, fr: value, xx: value }, { requiredKeys: [] }), LOCALE_CODES.length)
}

function somehow(sound: Arbitrary<JsonValue>, weight = 8): Arbitrary<JsonValue> {
  return fc.oneof(
    { weight, arbitrary: sound },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: anyJson },
  )
}

function storedValue(field: FieldNode): Arbitrary<JsonValue> {
  switch (field.structure) {
    case 'group':
      return storedContent(field.fields)
    case 'rows':
      return rowsOf([{ fields: field.fields, type: undefined }])
    case 'blocks':
      return rowsOf(Object.entries(field.blocks).map(([type, fields]) => ({ fields, type })))
    default:
      return field.many ? fc.array(somehow(storedScalar(field), 20), { maxLength: 3 }) : storedScalar(field)
  }
}

function rowsOf(kinds: readonly { fields: readonly FieldNode[]; type: string | undefined }[]): Arbitrary<JsonValue> {
  const row = fc.oneof(
    ...kinds.map(({ fields, type }) =>
      fc
        .tuple(storedContent(fields), id)
        .map(
          ([content, rowId]): JsonValue => ({ id: rowId, ...(type !== undefined && { blockType: type }), ...content }),
        ),
    ),
  )
  return fc.array(somehow(row, 12), { maxLength: 3 })
}

function storedScalar(field: FieldNode): Arbitrary<JsonValue> {
  if (field.targets.length > 0 && field.storedAs === 'text') return id
  switch (field.storedAs) {
    case 'text':
      return field.type.name === 'select' ? fc.constantFrom('a', 'b', 'c') : text
    case 'instant':
      return instant
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    case 'point':
      return position
    case 'pair':
      return fc.record({ relationTo: fc.constantFrom('things', 'rooms'), value: id })
    default:
      return anyJson
  }
}
