/** The resolved localization of an application. */
export interface Localization {
  readonly locales: readonly string[]
  readonly defaultLocale: string
  /** For each locale, the locales in which missing values are looked up, nearest first. */
  readonly fallback: Readonly<Record<string, readonly string[]>>
}

/** Which locale a call reads and writes. */
export type LocaleChoice =
  /** On reads and writes, every localized field is an object that maps these locales, in this order, to values. */
  | { readonly all: true; readonly locales: readonly string[] }
  /** `chain` is this locale, followed by its fallbacks on reads. */
  | { readonly all: false; readonly locale: string; readonly chain: readonly string[] }
