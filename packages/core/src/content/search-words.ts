/** No word is longer to the index; what comes behind that does not matter. */
const LONGEST = 64
const PIECE = 500

const PLAIN = /^[\x20-\x7e\s]*$/
const PLAIN_WORD = /[a-z0-9]+/g
/** Letters, digits and the marks that belong to them. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Written without spaces between words, so each letter counts as a word. */
const LETTER_BY_LETTER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu

/**
 * The words of a text as searches compare them: without case and diacritics. Indexes and searches both take them from here, so that the
 * databases need not know of any language.
 */
export function wordsToSearch(text: string, most: number): string[] {
  const words: string[] = []
  for (const piece of piecesOf(text)) {
    // Most pieces of most texts have nothing to fold.
    const isPlain = PLAIN.test(piece)
    const found = (isPlain ? piece.toLowerCase() : folded(piece)).match(isPlain ? PLAIN_WORD : WORD) ?? []
    for (const word of found) {
      if (words.length >= most) return words
      words.push(word.length <= LONGEST ? word : Array.from(word).slice(0, LONGEST).join(''))
    }
  }
  return words
}

/** To normalise an endless run of accents takes the square of its length, so it is done piece by piece, between words if possible. */
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
