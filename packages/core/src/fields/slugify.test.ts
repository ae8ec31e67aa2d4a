import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/setup/runs.ts'
import { LONGEST_SLUG, slugify } from './slugify.ts'
import { SLUG } from './text-forms.ts'

describe('a slug', () => {
  it.each([
    ['Hello World', 'hello-world'],
    ['  Über  die Straße! ', 'uber-die-strasse'],
    ['Crème brûlée', 'creme-brulee'],
    ['Smørrebrød Æble', 'smorrebrod-aeble'],
    ["Don't panic", 'dont-panic'],
    ['Rock ’n’ Roll', 'rock-n-roll'],
    ['a--b__c//d', 'a-b-c-d'],
    ['---', ''],
    ['', ''],
    ['日本語 テキスト', '日本語-テキスト'],
    ['Привет, мир', 'привет-мир'],
    ['ﬁne', 'fine'],
    ['½', '1-2'],
    ['C++ & C#', 'c-c'],
    ['50% off', '50-off'],
    ['\ud800a', 'a'],
    ['👍 good', 'good'],
  ])('of %j is %j', (source, slug) => expect(slugify(source)).toBe(slug))

  it.each([
    ['is cut to its length', 'a'.repeat(300), LONGEST_SLUG, 'a'.repeat(LONGEST_SLUG)],
    ['does not end in a hyphen where it is cut', 'ab cd', 3, 'ab'],
    ['counts characters, not units', '𐐨𐐨𐐨', 2, '𐐨𐐨'],
  ])('%s', (_, source, longest, slug) => expect(slugify(source, longest)).toBe(slug))

  it('is empty or a valid slug, and is its own slug', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme-ascii' })), (source) => {
        const slug = slugify(source)
        if (slug !== '') expect(slug).toMatch(SLUG)
        expect(slugify(slug)).toBe(slug)
      }),
      runs(300),
    ))
})
