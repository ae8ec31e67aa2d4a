/** A field, or one row of it, to restore from an earlier revision. */
export interface Wanted {
  readonly kind: 'collection' | 'global'
  readonly slug: string
  readonly id: string
  readonly locale: string | undefined
  readonly revision: number
  readonly field: string
  /** The value at that revision, in that locale. */
  readonly value: unknown
  /** The id of the row to restore; without it, the whole field. */
  readonly row?: string
}

/** Passed from the history to the form. Not in the URL, because opening a link must not change a document. */
let wanted: Wanted | undefined

export function bringBack(what: Wanted): void {
  wanted = what
}

/** Takes the pending restore of this document; a second call returns nothing. */
export function takeWanted(place: Pick<Wanted, 'kind' | 'slug' | 'id' | 'locale'>): Wanted | undefined {
  const found = wanted
  if (!found) return undefined
  const { kind, slug, id, locale } = found
  if (kind !== place.kind || slug !== place.slug || id !== place.id || locale !== place.locale) return undefined
  wanted = undefined
  return found
}
