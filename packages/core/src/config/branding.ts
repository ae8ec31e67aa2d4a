import { isObject } from '../content/json-object.ts'
import type { OptionKind } from '../fields/option-kinds.ts'
import { type AccentPair, contrastOfAccent, LEAST_CONTRAST } from './accent.ts'

/** The branding of the admin app. */
export interface BrandingConfig {
  /** Replaces "Quire" in the navigation, on the sign-in page and in the window title. */
  readonly name?: string
  /** Replaces the Quire logo: `new URL('./logo.svg', import.meta.url)`; SVG, PNG or WebP. */
  readonly logo?: URL
  /**
   * The colour of the primary action and of unpublished changes: `'#0b5a8a'`, or one each for the light and the dark
   * theme. Without one for the dark theme, it is a lighter shade of the same hue.
   */
  readonly accent?: string | AccentPair
  /** A picture beside the sign-in form: JPEG, PNG, WebP or AVIF. */
  readonly signInPicture?: URL
}

const LONGEST_NAME = 40

const aName: OptionKind = (value) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_NAME
    ? null
    : `must be a text of up to ${LONGEST_NAME} characters`

const aFileOf =
  (...endings: readonly string[]): OptionKind =>
  (value) =>
    value instanceof URL &&
    value.protocol === 'file:' &&
    endings.some((ending) => value.pathname.toLowerCase().endsWith(ending))
      ? null
      : `must be a file (${endings.join(', ')}) as a URL: new URL(path, import.meta.url)`

const anAccent: OptionKind = (value) => {
  if (typeof value === 'string') return problemOf(value, 'light')
  const isPair = isObject(value) && Object.keys(value).every((key) => key === 'light' || key === 'dark')
  if (!isPair || typeof value['light'] !== 'string') return NO_COLOUR
  const { light, dark } = value
  return problemOf(light, 'light') ?? (dark === undefined ? null : problemOf(dark, 'dark'))
}

const NO_COLOUR = "must be a colour such as '#0b5a8a', or { light: '#0b5a8a', dark: '#7cc0ea' }"

/** Refuse unreadable colours at startup. */
function problemOf(colour: unknown, theme: 'light' | 'dark'): string | null {
  const contrast = typeof colour === 'string' ? contrastOfAccent(colour, theme) : null
  if (contrast === null) return NO_COLOUR
  if (contrast >= LEAST_CONTRAST) return null
  // Rounded down, so that a refused contrast never shows as 4.5.
  const found = (Math.floor(contrast * 10) / 10).toFixed(1)
  const advice = theme === 'light' ? 'a darker' : 'a lighter'
  return `has ${String(colour)}, which is hard to read on a ${theme} background (contrast ${found}:1): choose ${advice} shade, with at least ${LEAST_CONTRAST}:1`
}

export const brandingOptions = {
  name: aName,
  logo: aFileOf('.svg', '.png', '.webp'),
  accent: anAccent,
  signInPicture: aFileOf('.jpg', '.jpeg', '.png', '.webp', '.avif'),
} as const
