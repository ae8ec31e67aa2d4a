import { describe, expect, it } from 'vitest'
import { hashOfToken, newToken } from './identity.ts'

describe('a token', () => {
  it('has 256 bits behind its prefix, and fits into a header', () => expect(newToken('qk_')).toMatch(/^qk_[\w-]{43}$/))
  it('is different each time', () => expect(new Set(Array.from({ length: 100 }, () => newToken())).size).toBe(100))
  it('is stored as its hash, which is unique', () => {
    expect(hashOfToken('a')).toBe('ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs')
    expect(hashOfToken('a')).not.toBe(hashOfToken('A'))
  })
})
