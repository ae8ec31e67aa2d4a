import type { FieldSchema } from '../data/schema.ts'
import { knownType, typeOfValue } from './known-types.ts'
import type { Members } from '../data/members.ts'

const ENOUGH = 80

/** Short text for a row or group: its first text, or its first value with a short form. */
export function summaryOf(fields: readonly FieldSchema[], value: Members): string {
  const told = fields.filter((field) => !field.admin?.hidden && typeOfValue(field).naming !== 'never')
  const isFirst = (field: FieldSchema) => typeOfValue(field).naming === 'first'
  for (const field of [...told.filter(isFirst), ...told.filter((one) => !isFirst(one))]) {
    const text = knownType(field).text(value[field.name], field).replaceAll(/\s+/g, ' ').trim()
    if (text !== '') return text.length > ENOUGH ? `${text.slice(0, ENOUGH).trimEnd()}…` : text
  }
  return ''
}

/** The same for the name of a row, without numbers and single choices, which don't identify it. */
export function nameFrom(fields: readonly FieldSchema[], value: Members): string {
  const isNumber = (field: FieldSchema) =>
    typeOfValue(field).naming === 'summary' || field.options?.every(({ label }) => /^[\d.,]+$/.test(label))
  return summaryOf(
    fields.filter((field) => !isNumber(field)),
    value,
  )
}
