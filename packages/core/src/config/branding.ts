import { isObject } from '../content/json-object.ts'
import type { OptionKind } from '../fields/option-kinds.ts'
import { type AccentPair, contrastOfAccent, LEAST_CONTRAST } from './accent.ts'

/** How the admin app shows whose it is. */
export interface BrandingConfig {
  /** In the place of "Quire", in the navigation, on the sign-in page and in the title of the window. */
  readonly name?: string
  /** In the place of the mark: `new URL('./logo.svg', import.meta.url)`; SVG, PNG or WebP. */
  readonly logo?: URL
  /**
   * The colour of the primary action, and of what readers don't see yet: `'#0b5a8a'`, or one for light and one for dark paper. Without one for
   * dark paper, it is a lighter shade of the same hue.
   */
  readonly accent?: string | AccentPair
  /** Beside the form of the sign-in page: JPEG, PNG, WebP or AVIF. */
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

/** What can't be read is refused at once, and not by whoever has to read it. */
function problemOf(colour: unknown, theme: 'light' | 'dark'): string | null {
  const contrast = typeof colour === 'string' ? contrastOfAccent(colour, theme) : null
  if (contrast === null) return NO_COLOUR
  if (contrast >= LEAST_CONTRAST) return null
  // Rounded down, so that nobody reads 4.5 and wonders.
  const found = (Math.floor(contrast * 10) / 10).toFixed(1)
  const advice = theme === 'light' ? 'a darker' : 'a lighter'
  return `has ${String(colour)}, which can't be read on ${theme} paper (contrast ${found}:1): choose ${advice} shade, with at least ${LEAST_CONTRAST}:1`
}

/** What `admin.branding` may hold. */
export const brandingOptions = {
  name: aName,
  logo: aFileOf('.svg', '.png', '.webp'),
  accent: anAccent,
  signInPicture: aFileOf('.jpg', '.jpeg', '.png', '.webp', '.avif'),
} as const
