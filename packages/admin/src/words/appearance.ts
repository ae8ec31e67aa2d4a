import { useSyncExternalStore } from 'react'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** How somebody likes the app to look. Kept in the browser, since it is needed before anybody is signed in. */
export interface Appearance {
  readonly theme: 'system' | 'light' | 'dark'
  readonly density: 'comfortable' | 'compact'
  readonly language: Language
  /** Whether the navigation shows icons alone. */
  readonly narrow: boolean
}

const KEY = 'quire.appearance' // public/appearance.js reads it too
const listeners = new Set<() => void>()
let current = { ...defaults(), ...kept() }

function defaults(): Appearance {
  const language = LANGUAGES.find((one) => navigator.language.startsWith(one)) ?? 'en'
  return { theme: 'system', density: 'comfortable', language, narrow: false }
}

function kept(): Partial<Appearance> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Appearance>
  } catch {
    return {}
  }
}

function appearance(): Appearance {
  return current
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, appearance)
}

export function changeAppearance(change: Partial<Appearance>): void {
  current = { ...current, ...change }
  localStorage.setItem(KEY, JSON.stringify(current))
  applyAppearance()
  for (const listener of listeners) listener()
}

export function applyAppearance(): void {
  const root = document.documentElement
  const { theme, density, language } = current
  root.lang = language
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  if (density === 'compact') root.dataset['density'] = density
  else delete root.dataset['density']
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
