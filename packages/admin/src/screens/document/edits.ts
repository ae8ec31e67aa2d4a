import type { FieldSchema } from '../../data/schema.ts'
import { sameJson } from '../../data/same-json.ts'

/** What somebody has changed and not saved yet: new values by the name of a field at the top of the document. */
export type Edits = Readonly<Record<string, unknown>>

export type Content = Readonly<Record<string, unknown>>

/** An edit back to what is stored is none. */
export function withEdit(edits: Edits, stored: Content, name: string, value: unknown): Edits {
  const { [name]: _, ...others } = edits
  return sameJson(stored[name], value) ? others : { ...others, [name]: value }
}

/** What is left after saving: whatever was typed while the save was on its way. */
export function withoutSaved(edits: Edits, sent: Edits): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([name, value]) => !sameJson(sent[name], value)))
}

/** Fields that somebody else changed in the meantime, to something else than was entered here. */
export function conflictsOf(known: Content, theirs: Content, edits: Edits): string[] {
  return Object.keys(edits).filter(
    (name) => !sameJson(known[name], theirs[name]) && !sameJson(edits[name], theirs[name]),
  )
}

/** Fields in which two states of a document differ. What cannot be written is nobody's change. */
export function differencesOf(fields: readonly FieldSchema[], one: Content, other: Content): string[] {
  return fields
    .filter(({ readOnly, structure }) => !readOnly && structure !== 'computed')
    .map(({ name }) => name)
    .filter((name) => !sameJson(one[name], other[name]))
}
