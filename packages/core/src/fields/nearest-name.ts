export function nearestName(given: string, names: readonly string[]): string | undefined {
  const close = names
    .map((name) => ({ name, distance: distanceOf(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.min(2, Math.floor(Math.max(given.length, name.length) / 3)))
  return close.toSorted((a, b) => a.distance - b.distance)[0]?.name
}

/** The Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of neighbours. */
function distanceOf(a: string, b: string): number {
  // Too far apart for a suggestion.
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  let twoBack: number[] = []
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          (before[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (before[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (twoBack[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    twoBack = before
    before = row
  }
  return before[b.length] ?? 0
}

export function notAnOption(given: string, names: readonly string[]): string {
  const meant = nearestName(given, names)
  return `is not an option here${meant === undefined ? '' : `: did you mean \`${meant}\`?`} (the options are: ${names.join(', ')})`
}
