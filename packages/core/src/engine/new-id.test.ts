import { describe, expect, it } from 'vitest'
import { hashedId, isDocumentId, newId } from './new-id.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

describe('ids', () => {
  it('are UUIDs of version 7', () => {
    const id = newId(NOW)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(isDocumentId(id)).toBe(true)
  })

  it('contain their time of creation', () => {
    const later = NOW + 60_000
    expect(Number.parseInt(newId(later).replaceAll('-', '').slice(0, 12), 16)).toBe(later)
  })

  it('increase strictly, also within a millisecond and if the clock goes back', () => {
    const start = NOW + 120_000
    const ids = Array.from({ length: 10_000 }, (_, index) => newId(index < 9_000 ? start : start - 5_000))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('a hashed id', () => {
  it('is the same for the same text, and different for others', () => {
    expect(hashedId('a')).toBe(hashedId('a'))
    expect(hashedId('a')).not.toBe(hashedId('b'))
    expect(isDocumentId(hashedId('a'))).toBe(true)
  })
})

describe('whether a text is an id', () => {
  it.each([
    ['0197a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', true],
    ['0197A1B2-C3D4-7E5F-8A9B-0C1D2E3F4A5B', false],
    ['0197a1b2c3d47e5f8a9b0c1d2e3f4a5b', false],
    ['0197a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5', false],
    ['0197a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b\n', false],
    ['0197a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5g', false],
    ['', false],
    ['trash', false],
  ])('%j: %s', (text, result) => expect(isDocumentId(text)).toBe(result))
})
