import { isObject } from '../content/json-object.ts'
import { anObject, type OptionKind } from '../fields/option-kinds.ts'
import { join, type ProblemList } from './problem-list.ts'

const LOCALE = /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/

/** `locale=all` means every locale. (`*` and `false` don't match the pattern anyway.) */
const RESERVED: ReadonlySet<string> = new Set(['all'])

const kinds: Readonly<Record<string, OptionKind>> = {
  locales: (value) => (Array.isArray(value) && value.length > 0 ? null : 'must be a list of at least one locale'),
  defaultLocale: (value) => (typeof value === 'string' ? null : 'must be a locale'),
  fallback: anObject,
}

export function checkLocalization(value: unknown, place: string, problems: ProblemList): void {
  const localization = problems.members(value, place, kinds, ['locales', 'defaultLocale'])
  const locales: unknown = localization?.['locales']
  if (!localization || !Array.isArray(locales)) return
  for (const [index, locale] of (locales as unknown[]).entries()) {
    const at = `${place}.locales.${index}`
    if (typeof locale !== 'string' || !LOCALE.test(locale)) problems.add(at, `must be a code such as 'en' or 'pt-BR'`)
    else if (RESERVED.has(locale)) problems.add(at, `"${locale}" is reserved: choose another code`)
    else if (locales.indexOf(locale) !== index) problems.add(at, `"${locale}" is listed twice: leave one of them out`)
  }
  const { defaultLocale, fallback } = localization
  if (typeof defaultLocale === 'string' && !locales.includes(defaultLocale)) {
    problems.add(
      join(place, 'defaultLocale'),
      `"${defaultLocale}" is not one of the locales: choose one of them, or add it`,
    )
  }
  if (isObject(fallback)) checkFallback(fallback, locales, join(place, 'fallback'), problems)
}

/** Fallback chains are not followed transitively, so two locales may fall back to each other. */
function checkFallback(
  fallback: Record<string, unknown>,
  locales: readonly unknown[],
  place: string,
  problems: ProblemList,
): void {
  for (const [locale, chain] of Object.entries(fallback)) {
    const at = join(place, locale)
    if (!locales.includes(locale))
      problems.add(at, `"${locale}" is not one of the locales: add it to them, or leave it out`)
    if (chain === undefined) continue
    if (!Array.isArray(chain)) {
      problems.add(at, 'must be a list of locales')
      continue
    }
    for (const [index, next] of (chain as unknown[]).entries()) {
      if (!locales.includes(next))
        problems.add(
          `${at}.${index}`,
          `${JSON.stringify(next)} is not one of the locales: add it to them, or leave it out`,
        )
      else if (next === locale) problems.add(`${at}.${index}`, 'a locale cannot fall back to itself: leave it out')
      else if (chain.indexOf(next) !== index)
        problems.add(`${at}.${index}`, `"${String(next)}" is listed twice: leave one of them out`)
    }
  }
}
