import { expect, it } from 'vitest'
import { widthsOf } from './width-of.ts'

const columns = [
  { key: '_title', kind: 'title', width: 440 },
  { key: '_status', kind: 'status', width: 170 },
  { key: 'venue', kind: 'field', width: 160 },
  { key: 'updatedAt', kind: 'moment', width: 130, align: 'end' },
] as const

/** The widths in pixels, in a table of this width, beside 64 pixels of checkboxes. */
function widthsIn(table: number, chosen: Readonly<Record<string, number>> = {}): (number | 'auto')[] {
  const widthOf = widthsOf(columns, chosen)
  return columns.map((column) => {
    const css = widthOf(column)
    if (css === 'auto') return css
    const [, from, share, to] = /^clamp\((\d+)px, (.*), (\d+)px\)$/.exec(css) ?? []
    if (share === undefined) return Number.parseFloat(css)
    const [, start, fixed, factor] = /^(\d+)px \+ \(100cqi - var\(--check\) - (\d+)px\) \* ([\d.]+)$/.exec(share) ?? []
    const asked = Number(start) + (table - 64 - Number(fixed)) * Number(factor)
    return Math.min(Math.max(asked, Number(from)), Number(to))
  })
}

const sum = (widths: readonly (number | 'auto')[]) =>
  widths.reduce<number>((all, width) => all + (width === 'auto' ? 240 : width), 64)

it('columns have their default widths if there is space, and the title gets the rest', () => {
  expect(widthsIn(1000)).toEqual(['auto', 170, 160, 130])
})

it('columns shrink together, so that they fit the table', () => {
  const widths = widthsIn(700)
  expect(sum(widths)).toBeCloseTo(699)
  expect(widths[1]).toBeLessThan(170)
  expect(widths[3]).toBeLessThan(130)
})

it('columns stay wide enough to read, and keep a width that the user chose', () => {
  expect(widthsIn(500)).toEqual(['auto', 111, 104, 111])
  expect(widthsIn(500, { venue: 300 })).toEqual(['auto', 111, 300, 111])
})
