import type { FieldSchema } from '../data/schema.ts'
import { knownType } from './known-types.ts'
import type { Members } from './members.ts'

const ENOUGH = 80

/** A row or group in a few words: its first value that can be told in some. */
export function summaryOf(fields: readonly FieldSchema[], value: Members): string {
  for (const field of fields) {
    if (field.admin?.hidden || IDS.has(field.type)) continue
    const text = knownType(field).text(value[field.name], field).replaceAll(/\s+/g, ' ').trim()
    if (text !== '') return text.length > ENOUGH ? `${text.slice(0, ENOUGH).trimEnd()}…` : text
  }
  return ''
}

/** Their text is an id, which tells nobody anything; a tick alone does not either. */
const IDS: ReadonlySet<string> = new Set(['relationship', 'upload', 'join', 'checkbox'])
