import { labelOf } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { asRecord, type Members } from '../../data/members.ts'
import { blockName, contentName } from '../../fields/row-name.ts'
import { fieldsOfRow, rowsOf } from '../../fields/rows.ts'
import type { SectionEntry } from '../../fields/section-entries.ts'

/**
 * The sections of a document in order, nested. Rows of arrays are included if they contain sections or are inside of
 * one.
 */
export function outlineOf(fields: readonly FieldSchema[], content: Members): SectionEntry[] {
  return entriesIn(fields, content, { at: '', level: 0, within: '' })
}

interface OutlinePosition {
  readonly at: string
  readonly level: number
  readonly within: string
}

function entriesIn(
  fields: readonly FieldSchema[],
  values: Members,
  { at, level, within }: OutlinePosition,
): SectionEntry[] {
  return fields.flatMap((field): SectionEntry[] => {
    if (field.admin?.hidden) return []
    const [value, path] = [values[field.name], `${at}${field.name}`]
    if (field.structure === 'group')
      return entriesIn(field.fields ?? [], asRecord(value), { at: `${path}.`, level, within })
    if (field.structure !== 'blocks' && field.structure !== 'rows') return []
    // At the top level, rows without sections inside are lines of a table.
    if (level === 0 && !holdsSections(field)) return []
    return rowsOf(value).flatMap((row, index) => {
      const inside = fieldsOfRow(field, row) ?? []
      const entry = {
        path: `${path}.${index}`,
        level,
        kind: field.blocks ? blockName(field, String(row['blockType'])) : labelOf(field),
        name: contentName(field, row),
        number: index + 1,
        within,
      }
      const below = { at: `${path}.${index}.`, level: level + 1, within: entry.name || entry.kind }
      return [entry, ...entriesIn(inside, row, below)]
    })
  })
}

export function holdsSections(field: FieldSchema): boolean {
  if (field.structure === 'blocks') return true
  return (field.structure === 'group' || field.structure === 'rows') && (field.fields ?? []).some(holdsSections)
}
