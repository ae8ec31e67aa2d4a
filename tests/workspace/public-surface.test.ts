import { describe, expect, test } from 'vitest'

type Reports = ReadonlyMap<string, string>

// A script, which has no declarations.
const script = new URL('../../scripts/compare-reports.mjs', import.meta.url).href
const { compareReports } = (await import(script)) as {
  readonly compareReports: (stored: Reports, now: Reports) => string[]
}

const report = (...lines: string[]): Reports => new Map([['quire.txt', lines.join('\n')]])

describe('a public surface that differs from its report', () => {
  test('is told line by line', () => {
    expect(compareReports(report('const a: string', 'const b: 1'), report('const a: number', 'const b: 1'))).toEqual([
      'quire.txt says otherwise:',
      '  - const a: string',
      '  + const a: number',
    ])
  })

  test('is noticed where a line is there twice, or elsewhere', () => {
    const elsewhere = ['quire.txt says otherwise:', '  the same lines, in another order or number']
    expect(compareReports(report('a', 'b'), report('b', 'a'))).toEqual(elsewhere)
    expect(compareReports(report('a'), report('a', 'a'))).toEqual(elsewhere)
  })

  test('is noticed where a report is missing or left over', () => {
    expect(compareReports(new Map(), report('a'))).toContain('  + a')
    expect(compareReports(report('a'), new Map())).toEqual(['quire.txt tells of nothing that is public.'])
  })

  test('is told in short', () => {
    const many = Array.from({ length: 100 }, (_, index) => `const c${index}: string`)
    const lines = compareReports(report('a'), report('a', ...many))
    expect(lines).toHaveLength(22)
    expect(lines.at(-1)).toBe('  … and 80 more lines')
  })

  test('is no difference where it is the same', () => {
    expect(compareReports(report('a', 'b'), report('a', 'b'))).toEqual([])
  })
})
