import type { LocaleChoice, Localization } from '../contracts/localization.ts'
import { invalidQuery } from '../query/invalid-query.ts'

/** Resolves `locale` and `fallback-locale` (docs/contract/localization.md#reading-a-locale). */
export function chooseLocale(
  localization: Localization | null,
  query: Readonly<Record<string, unknown>>,
): LocaleChoice | null {
  if (!localization) return null
  const { locale = localization.defaultLocale, fallbackLocale } = query
  const fallback = fallbackLocale === undefined ? undefined : parseFallback(fallbackLocale, localization)
  if (locale === 'all' || locale === '*') return { all: true, locales: localization.locales }
  if (!isLocale(locale, localization)) throw unknownLocale('locale', locale)
  const rest = fallback ?? localization.fallback[locale] ?? []
  return { all: false, locale, chain: [locale, ...rest.filter((other) => other !== locale)] }
}

function parseFallback(given: unknown, localization: Localization): readonly string[] {
  if (given === false || given === 'false') return []
  const chain: readonly unknown[] = Array.isArray(given) ? given : String(given).split(',')
  // Each locale once: repeated lookups find nothing new, and statements would grow.
  return [...new Set(chain)].map((locale) => {
    if (!isLocale(locale, localization)) throw unknownLocale('fallback-locale', locale)
    return locale
  })
}

function isLocale(locale: unknown, { locales }: Localization): locale is string {
  return typeof locale === 'string' && locales.includes(locale)
}

function unknownLocale(path: string, locale: unknown): Error {
  return invalidQuery([{ code: 'option', path, message: `Unknown locale "${String(locale).slice(0, 64)}".` }])
}
