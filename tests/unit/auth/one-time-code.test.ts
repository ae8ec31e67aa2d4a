import { describe, expect, it } from 'vitest'
import { toBase32 } from '../../../packages/features/src/auth/factors/base32.ts'
import { codeAt, stepAt, stepOfCode } from '../../../packages/features/src/auth/factors/one-time-code.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('one-time codes', () => {
  // RFC 6238, appendix B, for SHA-1.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('match the standard at %d', (seconds, code) => {
    const step = stepAt(new Date(seconds * 1000))
    expect(codeAt(SECRET, step, 8)).toBe(code)
    expect(codeAt(SECRET, step)).toBe(code.slice(2))
  })

  it('are accepted one step before and after, and once', () => {
    const now = new Date('2030-01-01T00:00:10Z')
    const step = stepAt(now)
    for (const near of [step - 1, step, step + 1]) expect(stepOfCode(SECRET, codeAt(SECRET, near), now, 0)).toBe(near)
    for (const far of [step - 2, step + 2]) expect(stepOfCode(SECRET, codeAt(SECRET, far), now, 0)).toBeNull()
    expect(stepOfCode(SECRET, codeAt(SECRET, step), now, step)).toBeNull()
    expect(stepOfCode(SECRET, codeAt(SECRET, step - 1), now, step)).toBeNull()
  })

  it.each(['', '12345', '1234567', 'ÄÖÜäöü', '☃☃☃☃☃☃'])('are never %j', (given) => {
    expect(stepOfCode(SECRET, given, new Date('2030-01-01T00:00:10Z'), 0)).toBeNull()
  })

  // RFC 4648, section 10.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('are written as %j in base32', (text, written) => {
    expect(toBase32(Buffer.from(text))).toBe(written)
  })
})
