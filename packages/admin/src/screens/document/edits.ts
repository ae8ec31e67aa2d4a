import type { FieldSchema } from '../../data/schema.ts'
import { sameJson } from '../../data/same-json.ts'

/** What somebody has changed and not saved yet: new values by the name of a field at the top of the document. */
export type Edits = Readonly<Record<string, unknown>>

export type Content = Readonly<Record<string, unknown>>

/**
 * An edit back to what is stored is none. Not so for fields that are `underway`: what is stored of them may be something else in a
 * moment, or is already.
 */
export function withEdit(edits: Edits, stored: Content, name: string, value: unknown, underway: Edits = {}): Edits {
  const { [name]: _, ...others } = edits
  const isBack = sameJson(stored[name], value) && !Object.hasOwn(underway, name)
  return isBack ? others : { ...others, [name]: value }
}

/** What is left once `stored` is the answer to `sent`: whatever was typed while it was on its way. */
export function withoutSaved(edits: Edits, sent: Edits, stored: Content): Edits {
  return Object.fromEntries(
    Object.entries(edits).filter(
      ([name, value]) => !(Object.hasOwn(sent, name) && sameJson(sent[name], value)) && !sameJson(stored[name], value),
    ),
  )
}

/**
 * Fields that somebody else changed in the meantime, to something else than was entered here. What was `sent` from here, and may have
 * arrived though no answer came, is nobody else's.
 */
export function conflictsOf(known: Content, theirs: Content, edits: Edits, sent: Edits = {}): string[] {
  return Object.keys(edits).filter(
    (name) =>
      !sameJson(known[name], theirs[name]) &&
      !sameJson(edits[name], theirs[name]) &&
      !(Object.hasOwn(sent, name) && sameJson(sent[name], theirs[name])),
  )
}

/** Fields in which two states of a document differ. What cannot be written is nobody's change. */
export function differencesOf(fields: readonly FieldSchema[], one: Content, other: Content): string[] {
  return fields
    .filter(({ readOnly, structure }) => !readOnly && structure !== 'computed')
    .map(({ name }) => name)
    .filter((name) => !sameJson(one[name], other[name]))
}
