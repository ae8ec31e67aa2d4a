import type { FieldSchema } from '../data/schema.ts'
import { knownType } from './known-types.ts'
import type { Members } from './members.ts'

const ENOUGH = 80

/** A row or group in a few words: its first text, or if it has none, its first value that can be told in some. */
export function summaryOf(fields: readonly FieldSchema[], value: Members): string {
  const told = fields.filter(({ admin, type }) => !admin?.hidden && !IDS.has(type))
  const others = told.filter(({ type }) => !TEXTS.has(type))
  for (const field of [...told.filter(({ type }) => TEXTS.has(type)), ...others]) {
    const text = knownType(field).text(value[field.name], field).replaceAll(/\s+/g, ' ').trim()
    if (text !== '') return text.length > ENOUGH ? `${text.slice(0, ENOUGH).trimEnd()}…` : text
  }
  return ''
}

/** The same for the name of a row. Numbers and single choices don't identify a row. */
export function nameFrom(fields: readonly FieldSchema[], value: Members): string {
  const isNumber = ({ type, options }: FieldSchema) =>
    type === 'number' || options?.every(({ label }) => /^[\d.,]+$/.test(label))
  return summaryOf(
    fields.filter((field) => !isNumber(field)),
    value,
  )
}

/** Free text says more than a choice. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'textarea', 'richText'])

/** Their text is an id or a tick, which identifies nothing. */
const IDS: ReadonlySet<string> = new Set(['relationship', 'upload', 'join', 'checkbox'])
