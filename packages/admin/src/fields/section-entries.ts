/** An entry of the document's outline: a section or a row. */
export interface SectionEntry {
  /** Unique in the list. */
  readonly path: string
  readonly level: number
  /** The type of a block, or the list that a row is in. */
  readonly kind: string
  /** Summary of its content; may be empty. */
  readonly name: string
  /** Position in its list, from 1. */
  readonly number: number
  /** Name of the section that contains it; empty at the top level. */
  readonly within: string
}

/** Entries that contain all words of the text. */
export function matchingEntries<Entry extends SectionEntry>(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter(({ kind, name, number }) => {
    const said = `${number} ${kind} ${name}`.toLocaleLowerCase()
    return words.every((word) => said.includes(word))
  })
}
