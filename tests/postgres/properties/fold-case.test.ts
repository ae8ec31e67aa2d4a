// @module-tag release
import type { Storage } from '@quirecms/core'
import { foldCase } from '@quirecms/core/fold-case'
import { createTestApp, describeEachDatabase } from '@quirecms/testkit'
import { expect, inject, test } from 'vitest'
import { museum } from './museum.ts'

/** All code points that are characters: without NUL and surrogates. */
const CODE_POINTS = Array.from({ length: 0x110000 }, (_, code) => code).filter(
  (code) => code !== 0 && !(code >= 0xd800 && code <= 0xdfff),
)

test('folding maps each code point separately, and is idempotent', () => {
  const odd = CODE_POINTS.map((code) => String.fromCodePoint(code)).filter((character) => {
    const folded = foldCase(character)
    return Array.from(folded).length !== 1 || foldCase(folded) !== folded
  })
  expect(odd).toEqual([])
  expect(foldCase('ΟΔΟΣ ΣΑΣ')).toBe('οδοσ σασ')
  expect(foldCase('İIı')).toBe('iiı')
  expect(foldCase('STRASSE ẞ ß')).toBe('strasse ß ß')
})

describeEachDatabase('%s folds every code point as the evaluator does', (dialect) => {
  test('both cases of every character that has two', async () => {
    const cased = CODE_POINTS.map((code) => String.fromCodePoint(code)).filter(
      (character) => character.toLowerCase() !== character || character.toUpperCase() !== character,
    )
    const under = await createTestApp(museum, { dialect, postgresUrl: inject('postgresUrl') })
    const { storage } = under.app
    try {
      await insert(storage, cased)
      const missed: string[] = []
      for (const { id, words } of chunked(cased)) {
        // Searches for the original: the database folds one side, this process the other.
        const path = { steps: [{ kind: 'key', name: 'note' }], storedAs: 'text' } as const
        for (const op of ['starts_with', 'ends_with'] as const) {
          const where = { kind: 'compare', path, test: { op, value: words.join('') } } as const
          const found = await storage.reader.find('things', { where, sort: [], limit: 2, offset: 0 })
          if (!found.some((one) => one.id === id)) missed.push(...words)
        }
      }
      expect([...new Set(missed)].map((word) => `U+${word.codePointAt(0)?.toString(16)}`)).toEqual([])
    } finally {
      await under.close()
    }
  })
})

/** Few enough characters per document to locate a difference, many enough to need few queries. */
function chunked(characters: readonly string[]): { id: string; words: readonly string[] }[] {
  return Array.from({ length: Math.ceil(characters.length / 32) }, (_, index) => ({
    id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    words: characters.slice(index * 32, index * 32 + 32),
  }))
}

async function insert(storage: Storage, characters: readonly string[]): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z'
  await storage.transaction(async (tx) => {
    for (const { id, words } of chunked(characters)) {
      const json = JSON.stringify({ note: words.join('') })
      await tx.insert('things', { id, revision: 1, createdAt: at, updatedAt: at, json, shape: '', columns: {} }, [])
    }
  })
}
