import { humanize } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import type { Members } from './members.ts'

/** What to call a row: the kind of a block, and its number in an array. */
export function rowName(field: FieldSchema, row: Members, numbered: string): string {
  return field.blocks ? blockName(field, String(row['blockType'])) : numbered
}

export function blockName(field: FieldSchema, blockType: string): string {
  return field.blocks?.[blockType]?.label ?? humanize(blockType)
}
