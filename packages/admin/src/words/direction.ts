/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  'Arab',
  'Hebr',
  'Thaa',
  'Syrc',
  'Nkoo',
  'Adlm',
  'Rohg',
  'Mand',
  'Samr',
])

/** How the texts of a language run: `rtl` for `ar`, `he` or `fa-IR`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(locale).maximize()
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr'
}

/** Attributes for a text in a content language: `lang` and direction. */
export function textIn(locale: string | undefined): { lang?: string; dir?: 'ltr' | 'rtl' } {
  return locale === undefined ? {} : { lang: locale, dir: directionOf(locale) }
}

/** Isolates the direction of a name in a sentence, so that its punctuation stays with it. */
export function isolated(name: string): string {
  return document.documentElement.dir === 'rtl' ? `\u2068${name}\u2069` : name
}
