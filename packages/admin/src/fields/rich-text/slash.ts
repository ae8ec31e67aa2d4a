/** What follows a slash at the start of a line or after a space, up to the cursor; undefined if there is none. */
export function slashQuery(before: string): string | undefined {
  return /(?:^|\s)\/([\p{L}\d]*)$/u.exec(before)?.[1]
}

/** Tools whose names have a word that begins so. */
export function matching<Item extends { readonly label: string }>(items: readonly Item[], query: string): Item[] {
  const wanted = query.toLowerCase()
  return items.filter(({ label }) =>
    label
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(wanted)),
  )
}
