import { humanize } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import type { Members } from '../data/members.ts'
import { fieldsOfRow } from './rows.ts'
import { nameFrom } from './summary.ts'

/** Name of a row, from its content; for blocks, with the kind before it. Without content, its number. */
export function rowName(field: FieldSchema, row: Members, numbered: string): string {
  const content = contentName(field, row)
  if (!field.blocks) return content === '' ? numbered : content
  const kind = blockName(field, String(row['blockType']))
  return content === '' ? kind : `${kind}: ${content}`
}

/**
 * What a row contains, in a few words; may be empty. A section has a kind already, so a choice in it, such as its layout,
 * is no name: it would stand in for texts that are not translated yet.
 */
export function contentName(field: FieldSchema, row: Members): string {
  const fields = fieldsOfRow(field, row) ?? []
  return nameFrom(field.blocks ? fields.filter(({ options }) => options === undefined) : fields, row)
}

export function blockName(field: FieldSchema, blockType: string): string {
  return field.blocks?.[blockType]?.label ?? humanize(blockType)
}
