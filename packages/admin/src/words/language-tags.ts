/**
 * What of these names languages. Browsers on machines without a language of their own ask for `en-US@posix`, which no
 * part of `Intl` can read: what stands before the `@` is what is meant.
 */
export function languageTags(wished: readonly string[]): readonly string[] {
  return wished.map((wish) => wish.replace(/[@._].*$/, '')).filter(isTag)
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
