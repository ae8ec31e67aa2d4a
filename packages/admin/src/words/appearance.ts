import { useSyncExternalStore } from 'react'
import { directionOf } from './direction.ts'
import { LANGUAGES, loadLanguage } from './languages.ts'

export interface Appearance {
  readonly theme: 'system' | 'light' | 'dark'
  readonly density: 'comfortable' | 'compact'
  readonly language: string
  /** Whether the navigation shows icons only. */
  readonly narrow: boolean
}

const KEY = 'quire.appearance' // public/appearance.js reads it too
const listeners = new Set<() => void>()
let current = begin()

function begin(): Appearance {
  const defaults = { theme: 'system', density: 'comfortable', narrow: false } as const
  const { language, ...others } = kept()
  // The configuration may no longer include the stored language.
  const spoken = language !== undefined && LANGUAGES.includes(language) ? language : languageFor(navigator.languages)
  return { ...defaults, ...others, language: spoken }
}

function kept(): Partial<Appearance> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Appearance>
  } catch {
    return {}
  }
}

/** The first of the browser's languages that the app has, in any region. */
export function languageFor(wished: readonly string[], spoken: readonly string[] = LANGUAGES): string {
  for (const wish of languageTags(wished)) {
    const base = new Intl.Locale(wish).language
    const found = spoken.find((one) => one === wish) ?? spoken.find((one) => new Intl.Locale(one).language === base)
    if (found !== undefined) return found
  }
  return 'en'
}

export function appearance(): Appearance {
  return current
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, appearance)
}

export function changeAppearance(change: Partial<Omit<Appearance, 'language'>>): void {
  set({ ...current, ...change })
}

/** Changes the language after its words are loaded. */
export async function chooseLanguage(language: string): Promise<void> {
  await loadLanguage(language)
  set({ ...current, language })
}

function set(next: Appearance): void {
  current = next
  localStorage.setItem(KEY, JSON.stringify(current))
  applyAppearance()
  for (const listener of listeners) listener()
}

export function applyAppearance(): void {
  const root = document.documentElement
  const { theme, density, language } = current
  root.lang = language
  root.dir = directionOf(language)
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  if (density === 'compact') root.dataset['density'] = density
  else delete root.dataset['density']
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

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
