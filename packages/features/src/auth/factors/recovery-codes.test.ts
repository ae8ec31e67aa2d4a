import { describe, expect, it } from 'vitest'
import { hashOfRecoveryCode, newRecoveryCode } from './recovery-codes.ts'

describe('a recovery code', () => {
  it('is four groups of four unambiguous letters', () => {
    for (let count = 0; count < 50; count += 1) expect(newRecoveryCode()).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  })

  it('is different each time', () => {
    expect(new Set(Array.from({ length: 200 }, newRecoveryCode)).size).toBe(200)
  })

  const code = 'ABCD-EFGH-2345-67AB'
  it.each([
    ['in small letters', 'abcd-efgh-2345-67ab'],
    ['without hyphens', 'ABCDEFGH234567AB'],
    ['with blanks for hyphens', 'ABCD EFGH 2345 67AB'],
    ['with blanks around it', ` ${code}\n`],
  ])('is the same %s', (_, typed) => expect(hashOfRecoveryCode(typed)).toBe(hashOfRecoveryCode(code)))

  it.each([
    ['one letter that differs', 'ABCD-EFGH-2345-67AC'],
    ['one letter less', 'ABCD-EFGH-2345-67A'],
    ['a dot for a hyphen', 'ABCD.EFGH-2345-67AB'],
  ])('is different with %s', (_, typed) => expect(hashOfRecoveryCode(typed)).not.toBe(hashOfRecoveryCode(code)))

  it('is not stored in plain text', () => expect(hashOfRecoveryCode(code)).not.toContain('ABCD'))
})
