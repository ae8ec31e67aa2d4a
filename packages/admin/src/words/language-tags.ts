/**
 * Filters valid language tags. Browsers may report `en-US@posix`, which `Intl` refuses; the part before `@` is used.
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
