/** A section, as it is known in a list. */
export interface SectionEntry {
  /** Unique in the list. */
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

/** Entries of which all words of a text are found. */
export function matchingEntries<Entry extends SectionEntry>(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter(({ kind, name, number }) => {
    const said = `${number} ${kind} ${name}`.toLocaleLowerCase()
    return words.every((word) => said.includes(word))
  })
}
