/**
 * The text between a slash and the cursor; the slash must follow a space or begin the line. Undefined if there is none.
 */
export function slashQuery(before: string): string | undefined {
  return /(?:^|\s)\/([\p{L}\d]*)$/u.exec(before)?.[1]
}

export function matching<Item extends { readonly label: string }>(items: readonly Item[], query: string): Item[] {
  const wanted = query.toLowerCase()
  return items.filter(({ label }) =>
    label
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(wanted)),
  )
}
