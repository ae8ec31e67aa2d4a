import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Linear = readonly [red: number, green: number, blue: number]

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const PAIR = /--([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g
const tokens = new Map([...css.matchAll(PAIR)].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]))

const GROUNDS = ['paper', 'sheet', 'margin', 'hover', 'chosen', 'raised']

/** What stands on what, and how much it must differ: 4.5:1 for text, 3:1 for the edges of what can be operated. */
const RULES: readonly (readonly [ink: string, grounds: readonly string[], ratio: number])[] = [
  ['ink', GROUNDS, 4.5],
  ['second', GROUNDS, 4.5],
  ['third', GROUNDS, 4.5],
  ['rubric', [...GROUNDS, 'rubric-wash'], 4.5],
  ['danger', [...GROUNDS, 'danger-wash'], 4.5],
  ['danger-strong', [...GROUNDS, 'danger-wash'], 4.5],
  ['green', [...GROUNDS, 'green-wash'], 4.5],
  ['blue', GROUNDS, 4.5],
  ['amber', [...GROUNDS, 'amber-wash'], 4.5],
  ['on-rubric', ['rubric', 'rubric-strong'], 4.5],
  ['on-inverse', ['inverse'], 4.5],
  ['on-inverse-second', ['inverse'], 4.5],
  ['ink', ['rubric-wash', 'danger-wash', 'green-wash', 'amber-wash'], 4.5],
  ['focus', GROUNDS, 3],
  ['line-field', ['paper', 'sheet', 'raised'], 3],
]

const cases = RULES.flatMap(([ink, grounds, ratio]) =>
  grounds.flatMap((ground) => (['light', 'dark'] as const).map((theme) => ({ ink, ground, ratio, theme }))),
)

describe('the colours', () => {
  it.each(cases)('$ink on $ground differs by $ratio:1 in $theme', ({ ink, ground, ratio, theme }) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(ratio)
  })

  it('can be distinguished from unreadable colour pairs', () => {
    expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21)
    expect(contrast(colour('line', 'light'), colour('paper', 'light'))).toBeLessThan(3)
  })
})

describe('the colour of errors', () => {
  const WRONG = /invalid|issue|error|danger|wrong|refusal|problem|failed|gone|dangling|removed|\bdel\b/i
  const folder = join(import.meta.dirname, '..')
  const rules = globSync('**/*.css', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
      ([, selector = '', body = '']) => ({
        name: `${file}: ${selector.replaceAll(/\/\*[^]*?\*\//g, '').trim()}`,
        body,
      }),
    ),
  )

  it('is never the colour of the brand', () => {
    const named = rules.filter(({ name }) => WRONG.test(name))
    expect(named.filter(({ body }) => body.includes('--danger')).length).toBeGreaterThan(20)
    expect(named.filter(({ body }) => body.includes('--rubric')).map(({ name }) => name)).toEqual([])
  })
})

function colour(name: string, theme: 'light' | 'dark'): Linear {
  const token = tokens.get(name)
  if (!token) throw new Error(`There is no token named ${name}.`)
  const [lightness = '', chroma = '', hue = ''] = token[theme].split(' ')
  return toLinear(Number.parseFloat(lightness) / 100, Number(chroma), (Number(hue) * Math.PI) / 180)
}

/** OKLCH to linear sRGB (Björn Ottosson). */
function toLinear(lightness: number, chroma: number, hue: number): Linear {
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
  const luminance = (linear: Linear) => {
    const [red, green, blue] = linear.map((part) => Math.min(Math.max(part, 0), 1)) as [number, number, number]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}
