import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/setup/runs.ts'
import { foldCase } from './fold-case.ts'

describe('case folding', () => {
  it.each([
    ['keeps small letters', 'abc', 'abc'],
    ['folds Latin capitals', 'ÀÉÎ', 'àéî'],
    ['folds the dotted capital I to one letter', 'İstanbul', 'istanbul'],
    ['folds a sigma at the end of a word as in the middle', 'ΣΑΣ', 'σασ'],
    ['keeps a final sigma that was written as such', 'ς', 'ς'],
    ['leaves sharp s alone', 'Straße', 'straße'],
    ['folds the capital sharp s', 'ẞ', 'ß'],
    ['folds letters beyond the basic plane', '\u{10400}', '\u{10428}'],
    ['leaves letters alone that PostgreSQL does not know yet', '\u{a7ce}\u{16ea0}', '\u{a7ce}\u{16ea0}'],
    ['has nothing to do for no text', '', ''],
    ['folds what stands beside a special letter', 'AİB', 'aib'],
  ])('%s', (_, text, folded) => expect(foldCase(text)).toBe(folded))

  it('is idempotent, and preserves the number of characters', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldCase(text)
        expect(foldCase(folded)).toBe(folded)
        expect(Array.from(folded)).toHaveLength(Array.from(text).length)
      }),
      runs(300),
    ))

  it('folds a text like its parts, so that a search finds a substring', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        expect(foldCase(one + other)).toBe(foldCase(one) + foldCase(other))
      }),
      runs(300),
    ))
})
