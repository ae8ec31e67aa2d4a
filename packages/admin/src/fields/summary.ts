import type { FieldSchema } from '../data/schema.ts'
import { knownType } from './known-types.ts'
import type { Members } from './members.ts'

const ENOUGH = 80

/** Short text for a row or group: its first text, or its first value with a short form. */
export function summaryOf(fields: readonly FieldSchema[], value: Members): string {
  const told = fields.filter(({ admin, type }) => !admin?.hidden && !IDS.has(type))
  const others = told.filter(({ type }) => !TEXTS.has(type))
  for (const field of [...told.filter(({ type }) => TEXTS.has(type)), ...others]) {
    const text = knownType(field).text(value[field.name], field).replaceAll(/\s+/g, ' ').trim()
    if (text !== '') return text.length > ENOUGH ? `${text.slice(0, ENOUGH).trimEnd()}…` : text
  }
  return ''
}

/** The same for the name of a row, without numbers and single choices, which don't identify it. */
export function nameFrom(fields: readonly FieldSchema[], value: Members): string {
  const isNumber = ({ type, options }: FieldSchema) =>
    type === 'number' || options?.every(({ label }) => /^[\d.,]+$/.test(label))
  return summaryOf(
    fields.filter((field) => !isNumber(field)),
    value,
  )
}

/** Free texts are preferred to choices. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'textarea', 'richText'])

/** Shown as an id or a tick, which identify nothing. */
const IDS: ReadonlySet<string> = new Set(['relationship', 'upload', 'join', 'checkbox'])
