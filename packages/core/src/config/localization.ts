export interface LocalizationConfig<Locale extends string = string> {
  readonly locales: readonly Locale[]
  readonly defaultLocale: NoInfer<Locale>
  /** In which locales missing values are looked up, nearest first. */
  readonly fallback?: { readonly [From in NoInfer<Locale>]?: readonly NoInfer<Locale>[] }
}
