/** The resolved localization of an application. */
export interface Localization {
  readonly locales: readonly string[]
  readonly defaultLocale: string
  /** For each locale, where its missing values are looked for, nearest first. */
  readonly fallback: Readonly<Record<string, readonly string[]>>
}

/** Which locale a call reads and writes. */
export type LocaleChoice =
  /** Every localized field is an object of locale to value, on reads and on writes: of these, in this order. */
  | { readonly all: true; readonly locales: readonly string[] }
  /** `chain` starts with the locale itself; the rest are its fallbacks on reads. */
  | { readonly all: false; readonly locale: string; readonly chain: readonly string[] }
