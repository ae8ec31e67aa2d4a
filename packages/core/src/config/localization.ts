/** The languages of the content (contract 2). A field takes part in it with `localized: true`. */
export interface LocalizationConfig<Locale extends string = string> {
  readonly locales: readonly Locale[]
  readonly defaultLocale: NoInfer<Locale>
  /** Where values that are missing in a locale are looked for, nearest first. */
  readonly fallback?: { readonly [From in NoInfer<Locale>]?: readonly NoInfer<Locale>[] }
}
