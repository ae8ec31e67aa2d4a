import type { FieldSchema } from '../../data/schema.ts'
import { sameJson } from '../../data/same-json.ts'

/** Unsaved changes: new values by top-level field name. */
export type Edits = Readonly<Record<string, unknown>>

export type Content = Readonly<Record<string, unknown>>

/**
 * Adds an edit, or removes it if it equals the stored value. Fields of a running request stay, because their stored
 * value may be about to change.
 */
export function withEdit(edits: Edits, stored: Content, name: string, value: unknown, underway: Edits = {}): Edits {
  const { [name]: _, ...others } = edits
  const isBack = sameJson(stored[name], value) && !Object.hasOwn(underway, name)
  return isBack ? others : { ...others, [name]: value }
}

/** The edits that remain after a save: those typed while it was running. */
export function withoutSaved(edits: Edits, sent: Edits, stored: Content): Edits {
  return Object.fromEntries(
    Object.entries(edits).filter(
      ([name, value]) => !(Object.hasOwn(sent, name) && sameJson(sent[name], value)) && !sameJson(stored[name], value),
    ),
  )
}

/**
 * Fields that another user changed to a value that differs from the local edit. Values in `sent` may have
 * arrived without a response, so they don't count as changes of others.
 */
export function conflictsOf(known: Content, theirs: Content, edits: Edits, sent: Edits = {}): string[] {
  return Object.keys(edits).filter(
    (name) =>
      !sameJson(known[name], theirs[name]) &&
      !sameJson(edits[name], theirs[name]) &&
      !(Object.hasOwn(sent, name) && sameJson(sent[name], theirs[name])),
  )
}

/** Fields in which two states of a document differ, without read-only and computed fields. */
export function differencesOf(fields: readonly FieldSchema[], one: Content, other: Content): string[] {
  return fields
    .filter(({ readOnly, structure }) => !readOnly && structure !== 'computed')
    .map(({ name }) => name)
    .filter((name) => !sameJson(one[name], other[name]))
}
