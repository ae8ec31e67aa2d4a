/** A colour in OKLCH: lightness from 0 to 1, chroma, and hue in radians. */
interface Oklch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

type Linear = readonly [red: number, green: number, blue: number]

/** The light and dark variants of an accent colour, as `#rrggbb`. */
export interface AccentPair {
  readonly light: string
  /** By default, a lighter shade of the same hue. */
  readonly dark?: string
}

const RADIANS = Math.PI / 180

/**
 * The backgrounds with the least contrast to an accent: the darkest of the light theme and the lightest of the dark
 * theme (`--hover` of packages/admin/src/design/tokens.css).
 */
export const WORST_GROUNDS = {
  light: { lightness: 0.956, chroma: 0.008, hue: 75 * RADIANS },
  dark: { lightness: 0.28, chroma: 0.008, hue: 60 * RADIANS },
} as const

/** Minimum contrast of text (Web Content Accessibility Guidelines). */
export const LEAST_CONTRAST = 4.5

/** The contrast of an accent to the worst background of a theme. Null if the text is not a colour. */
export function contrastOfAccent(colour: string, theme: 'light' | 'dark'): number | null {
  const linear = linearOf(colour)
  return linear && contrast(linear, toLinear(WORST_GROUNDS[theme]))
}

export function accentTokens(accent: string | AccentPair): Readonly<Record<string, string>> {
  const { light, dark } = typeof accent === 'string' ? { light: accent } : accent
  const onLight = oklchOf(light)
  const onDark = dark === undefined ? lighter(onLight) : oklchOf(dark)
  const pair = (one: Oklch, other: Oklch) => `light-dark(${oklchText(one)}, ${oklchText(other)})`
  const chromaOf = (colour: Oklch, most: number) => Math.min(colour.chroma, most)
  return {
    rubric: pair(onLight, onDark),
    'rubric-strong': pair(
      { ...onLight, lightness: onLight.lightness - 0.05 },
      { ...onDark, lightness: Math.min(onDark.lightness + 0.05, 0.98) },
    ),
    'on-rubric': pair(
      { lightness: 0.99, chroma: 0.004, hue: 85 * RADIANS },
      { lightness: 0.2, chroma: chromaOf(onDark, 0.03), hue: onDark.hue },
    ),
    'rubric-wash': pair(
      { lightness: 0.955, chroma: chromaOf(onLight, 0.02), hue: onLight.hue },
      { lightness: 0.27, chroma: chromaOf(onDark, 0.035), hue: onDark.hue },
    ),
  }
}

/** The first lighter shade of the same hue with enough contrast in the dark theme. */
function lighter(colour: Oklch): Oklch {
  const ground = toLinear(WORST_GROUNDS.dark)
  let shade = { ...colour, chroma: Math.min(colour.chroma, 0.15), lightness: Math.max(colour.lightness, 0.7) }
  while (contrast(toLinear(shade), ground) < LEAST_CONTRAST && shade.lightness < 0.98)
    shade = { ...shade, lightness: shade.lightness + 0.01 }
  return shade
}

function oklchText({ lightness, chroma, hue }: Oklch): string {
  const degrees = ((hue / RADIANS) % 360) + (hue < 0 ? 360 : 0)
  return `oklch(${round(lightness * 100, 2)}% ${round(chroma, 4)} ${round(degrees, 2)})`
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i

function linearOf(colour: string): Linear | null {
  const [, ...parts] = HEX.exec(colour) ?? []
  const [red, green, blue] = parts.map((part) => {
    const value = Number.parseInt(part, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue]
}

/** Linear sRGB to OKLCH, and back (Björn Ottosson). */
function oklchOf(colour: string): Oklch {
  const [red, green, blue] = linearOf(colour) ?? [0, 0, 0]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

function toLinear({ lightness, chroma, hue }: Oklch): Linear {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function contrast(one: Linear, other: Linear): number {
  const [darker = 0, brighter = 0] = [luminance(one), luminance(other)].toSorted((x, y) => x - y)
  return (brighter + 0.05) / (darker + 0.05)
}

function luminance(linear: Linear): number {
  const [red = 0, green = 0, blue = 0] = linear.map((part) => Math.min(Math.max(part, 0), 1))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
