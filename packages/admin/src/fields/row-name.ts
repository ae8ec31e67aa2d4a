import { humanize } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import type { Members } from './members.ts'
import { fieldsOfRow } from './rows.ts'
import { nameFrom } from './summary.ts'

/** Name of a row, from its content; for blocks, with the kind before it. Without content, its number. */
export function rowName(field: FieldSchema, row: Members, numbered: string): string {
  const content = nameFrom(fieldsOfRow(field, row) ?? [], row)
  if (!field.blocks) return content === '' ? numbered : content
  const kind = blockName(field, String(row['blockType']))
  return content === '' ? kind : `${kind}: ${content}`
}

export function blockName(field: FieldSchema, blockType: string): string {
  return field.blocks?.[blockType]?.label ?? humanize(blockType)
}
