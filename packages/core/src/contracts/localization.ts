export interface Localization {
  readonly locales: readonly string[]
  readonly defaultLocale: string
  /** For each locale, the locales in which missing values are looked up, nearest first. */
  readonly fallback: Readonly<Record<string, readonly string[]>>
}

/** The locale that a call reads and writes. */
export type LocaleChoice =
  /** Localized fields are objects that map these locales to values, in this order. */
  | { readonly all: true; readonly locales: readonly string[] }
  /** The locale, followed by its fallbacks on reads. */
  | { readonly all: false; readonly locale: string; readonly chain: readonly string[] }
