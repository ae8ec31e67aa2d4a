/** "AL" of "Ann Lee", "A" of "ann@example.com". */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word = '') => firstOf(word).toLocaleUpperCase()).join('')
}

const letters = new Intl.Segmenter()

/** The first grapheme. */
function firstOf(word: string): string {
  for (const { segment } of letters.segment(word)) return segment
  return ''
}
