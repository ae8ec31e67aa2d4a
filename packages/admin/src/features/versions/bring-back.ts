/** A field, or one row of it, that the editor wants back from an earlier revision. */
export interface Wanted {
  readonly kind: 'collection' | 'global'
  readonly slug: string
  readonly id: string
  readonly locale: string | undefined
  readonly revision: number
  readonly field: string
  /** What the field held then, in that locale. */
  readonly value: unknown
  /** The id of the one row that is brought back; without it, the whole field. */
  readonly row?: string
}

/**
 * Handed from the history to the form of the document. It isn't in the address: a link must not change a document when
 * it is opened.
 */
let wanted: Wanted | undefined

export function bringBack(what: Wanted): void {
  wanted = what
}

/** What is wanted of this document; it is taken once. */
export function takeWanted(place: Pick<Wanted, 'kind' | 'slug' | 'id' | 'locale'>): Wanted | undefined {
  const found = wanted
  if (!found) return undefined
  const { kind, slug, id, locale } = found
  if (kind !== place.kind || slug !== place.slug || id !== place.id || locale !== place.locale) return undefined
  wanted = undefined
  return found
}
