import { labelOf } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { asRecord, type Members } from '../../fields/members.ts'
import { blockName } from '../../fields/row-name.ts'
import { fieldsOfRow, rowsOf } from '../../fields/rows.ts'
import { nameFrom } from '../../fields/summary.ts'

/** A section in the outline of a document. */
export interface OutlineEntry {
  /** With indexes: `sections.4.cards.0`. */
  readonly path: string
  readonly level: number
  /** The type of a block, or the list that a row is in. */
  readonly kind: string
  /** What it holds, in a few words; may be empty. */
  readonly name: string
  /** Its place in its list, from 1. */
  readonly number: number
  /** What it is in is called so; empty at the top. */
  readonly within: string
}

/**
 * The sections of a document in their order, with those inside of them. Rows of lists are part of it where they hold
 * sections, or are in one.
 */
export function outlineOf(fields: readonly FieldSchema[], content: Members): OutlineEntry[] {
  return entriesIn(fields, content, { at: '', level: 0, within: '' })
}

interface Place {
  readonly at: string
  readonly level: number
  readonly within: string
}

function entriesIn(fields: readonly FieldSchema[], values: Members, { at, level, within }: Place): OutlineEntry[] {
  return fields.flatMap((field): OutlineEntry[] => {
    if (field.admin?.hidden) return []
    const [value, path] = [values[field.name], `${at}${field.name}`]
    if (field.structure === 'group')
      return entriesIn(field.fields ?? [], asRecord(value), { at: `${path}.`, level, within })
    if (field.structure !== 'blocks' && field.structure !== 'rows') return []
    // At the top, rows are the lines of a table rather than sections, unless sections are in them.
    if (level === 0 && !holdsSections(field)) return []
    return rowsOf(value).flatMap((row, index) => {
      const inside = fieldsOfRow(field, row) ?? []
      const entry = {
        path: `${path}.${index}`,
        level,
        kind: field.blocks ? blockName(field, String(row['blockType'])) : labelOf(field),
        name: nameFrom(inside, row),
        number: index + 1,
        within,
      }
      const below = { at: `${path}.${index}.`, level: level + 1, within: entry.name || entry.kind }
      return [entry, ...entriesIn(inside, row, below)]
    })
  })
}

/** Whether a field has sections, or something that has. */
export function holdsSections(field: FieldSchema): boolean {
  if (field.structure === 'blocks') return true
  return (field.structure === 'group' || field.structure === 'rows') && (field.fields ?? []).some(holdsSections)
}

/** Entries of which all words of a text are found. */
export function matchingEntries(entries: readonly OutlineEntry[], text: string): readonly OutlineEntry[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter(({ kind, name, number }) => {
    const said = `${number} ${kind} ${name}`.toLocaleLowerCase()
    return words.every((word) => said.includes(word))
  })
}
