import type { FieldSchema } from '../data/schema.ts'
import { blockName } from './row-name.ts'

export interface OfferedBlock {
  readonly name: string
  readonly label: string
  readonly picture: string | undefined
  readonly fields: readonly FieldSchema[]
}

export interface BlockGroup {
  /** Undefined for blocks without a group, which come first. */
  readonly name: string | undefined
  readonly blocks: readonly OfferedBlock[]
}

/** The blocks of a field in their groups, in the order of the configuration, optionally filtered by a search. */
export function blocksByGroup(field: FieldSchema, sought = ''): BlockGroup[] {
  const groups = new Map<string | undefined, OfferedBlock[]>([[undefined, []]])
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  for (const [name, { admin, fields }] of Object.entries(field.blocks ?? {})) {
    const label = blockName(field, name)
    const told = `${label} ${name} ${admin?.group ?? ''}`.toLowerCase()
    if (!words.every((word) => told.includes(word))) continue
    const block = { name, label, picture: admin?.picture, fields }
    groups.set(admin?.group, [...(groups.get(admin?.group) ?? []), block])
  }
  return [...groups].filter(([, blocks]) => blocks.length > 0).map(([name, blocks]) => ({ name, blocks }))
}
