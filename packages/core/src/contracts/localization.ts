export interface Localization {
  readonly locales: readonly string[]
  readonly defaultLocale: string
  /** For each locale, the locales in which missing values are looked up, nearest first. */
  readonly fallback: Readonly<Record<string, readonly string[]>>
}

export type LocaleChoice =
  /** Localized fields are objects that map these locales to values, in this order. */
  | { readonly all: true; readonly locales: readonly string[] }
  /** The locale, followed by its fallbacks on reads. */
  | { readonly all: false; readonly locale: string; readonly chain: readonly string[] }

/**
 * Text for users: one text, or one for each language, `{ en: 'Posts', de: 'Beiträge' }`. Keys are language tags of
 * readers, independent of content locales.
 */
export type LocalizedText = string | { readonly [language: string]: string }

/** Fallback language. */
const COMMON = 'en'

/** The text for a language: exact match, base language (`de` for `de-AT`), English, or the first one. */
export function textIn(text: LocalizedText, language: string = COMMON): string {
  if (typeof text === 'string') return text
  const known = [language, language.split('-')[0] ?? '', COMMON].find((tag) => Object.hasOwn(text, tag))
  return (known === undefined ? Object.values(text)[0] : text[known]) ?? ''
}
