/** Maximum length of an indexed word; the rest is cut off. */
const LONGEST = 64
const PIECE = 500

const PLAIN = /^[\x20-\x7e\s]*$/
const PLAIN_WORD = /[a-z0-9]+/g
/** Letters, digits, and their combining marks. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts without spaces between words: each character counts as a word. */
const LETTER_BY_LETTER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu

/**
 * The words of a text as searches compare them: without case and diacritics. Indexing and searching both use this
 * function, so the databases need no language settings.
 */
export function wordsToSearch(text: string, most: number): string[] {
  const words: string[] = []
  for (const piece of piecesOf(text)) {
    // Fast path: most texts are ASCII and need no folding.
    const isPlain = PLAIN.test(piece)
    const found = (isPlain ? piece.toLowerCase() : folded(piece)).match(isPlain ? PLAIN_WORD : WORD) ?? []
    for (const word of found) {
      if (words.length >= most) return words
      words.push(word.length <= LONGEST ? word : Array.from(word).slice(0, LONGEST).join(''))
    }
  }
  return words
}

/** Splits a text into pieces, at spaces if possible. Normalizing a long run of accents takes quadratic time. */
function* piecesOf(text: string): Generator<string> {
  let end = 0
  for (let start = 0; start < text.length; start = end) {
    end = start + PIECE
    const space = end < text.length ? text.lastIndexOf(' ', end) : -1
    if (space > start) end = space
    yield text.slice(start, end)
  }
}

function folded(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replace(LETTER_BY_LETTER, ' $& ')
}
