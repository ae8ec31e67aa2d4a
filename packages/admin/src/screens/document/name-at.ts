import { labelOf } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { asRecord, type Members, recordsOf } from '../../data/members.ts'
import { fieldsOfRow } from '../../fields/rows.ts'

/** "Links 2 › Label" for `links.1.label`. Parts of a text have no names. */
export function nameAt(fields: readonly FieldSchema[], values: Members, path: string): string {
  const [head = '', ...rest] = path.split('.')
  const field = fields.find(({ name }) => name === head)
  if (!field) return path
  const name = labelOf(field)
  const value = values[head]
  if (rest.length === 0) return name
  if (field.structure === 'group') return `${name} › ${nameAt(field.fields ?? [], asRecord(value), rest.join('.'))}`
  const [at = '', ...inside] = rest
  if (!/^\d+$/.test(at)) return name
  const row = recordsOf(value)[Number(at)] ?? {}
  const numbered = `${name} ${Number(at) + 1}`
  const inRow = field.structure === 'value' ? [] : (fieldsOfRow(field, row) ?? [])
  const isKnown = inRow.some(({ name: own }) => own === inside[0])
  return isKnown ? `${numbered} › ${nameAt(inRow, row, inside.join('.'))}` : numbered
}
