import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/setup/runs.ts'
import { wordsToSearch } from './search-words.ts'

describe('the words of a text', () => {
  it.each([
    ['Hello, World!', ['hello', 'world']],
    ['', []],
    [' .,; ', []],
    ["don't stop-me", ['don', 't', 'stop', 'me']],
    ['Crème Brûlée', ['creme', 'brulee']],
    ['STRAẞE Straße', ['strasse', 'strasse']],
    ['Łódź Ørsted Đorđe', ['lodz', 'orsted', 'dorde']],
    ['ﬁne', ['fine']],
    ['日本語', ['日', '本', '語']],
    ['カタカナ と漢字x', ['カ', 'タ', 'カ', 'ナ', 'と', '漢', '字', 'x']],
    ['привет Мир', ['привет', 'мир']],
    ['a1b2 3.14', ['a1b2', '3', '14']],
    ['İstanbul ISPARTA', ['istanbul', 'isparta']],
    ['\ud800x', ['x']],
  ])('%j: %j', (text, words) => expect(wordsToSearch(text, 100)).toEqual(words))

  it('are limited to the requested number', () => expect(wordsToSearch('a b c d', 2)).toEqual(['a', 'b']))

  it('are cut if they are very long', () => {
    expect(wordsToSearch('x'.repeat(100), 10)[0]).toBe('x'.repeat(64))
    expect(wordsToSearch('é'.repeat(100), 10)[0]).toBe('e'.repeat(64))
  })

  it('are not cut at the chunks in which a long text is read', () => {
    const text = Array.from({ length: 400 }, (_, index) => `wörd${index}`).join(' ')
    expect(wordsToSearch(text, 1_000)).toEqual(Array.from({ length: 400 }, (_, index) => `word${index}`))
  })

  it('are found in the text, whatever it contains', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const word of wordsToSearch(text, 100)) expect(wordsToSearch(word, 100)).toEqual([word])
      }),
      runs(150),
    ))
})
