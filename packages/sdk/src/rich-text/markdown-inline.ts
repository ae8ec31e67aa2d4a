/** A part of a line: text with marks, or finished Markdown. */
export type Piece =
  | { readonly made: string }
  | { readonly text: string; readonly marks: readonly string[]; readonly address?: string }

/** From innermost to outermost. */
const SIGNS = [
  ['strike', '~~', 's'],
  ['italic', '*', 'em'],
  ['bold', '**', 'strong'],
] as const

/** Marks that Markdown has no delimiters for, but reads as HTML. */
const ELEMENTS = [
  ['superscript', 'sup'],
  ['subscript', 'sub'],
  ['underline', 'u'],
] as const

export function inlineMarkdown(pieces: readonly Piece[]): string {
  let line = ''
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1]
    line += 'made' in piece ? piece.made : wordsOf(piece, line.at(-1) ?? '', next ? firstOf(next) : '')
  }
  return line
}

type Words = Exclude<Piece, { readonly made: string }>

function wordsOf({ text, marks, address }: Words, before: string, after: string): string {
  if (marks.includes('code')) return linked(inlineCode(text), address)
  // Delimiters next to a space are not parsed, so spaces stay outside of them.
  const words = text.trim()
  if (words === '') return text
  const start = text.slice(0, text.length - text.trimStart().length)
  const end = text.slice(text.trimEnd().length)
  const around = address === undefined ? [start.at(-1) ?? before, end.at(0) ?? after] : ['[', ']']
  const marked = withMarks(escaped(words, end === '' ? after : ' '), marks, around[0] ?? '', around[1] ?? '')
  return `${start}${linked(marked, address)}${end}`
}

function linked(words: string, address: string | undefined): string {
  return address === undefined ? words : `[${words}](${address})`
}

/** Adds Markdown delimiters if a parser would recognize them here, otherwise HTML elements. */
function withMarks(words: string, marks: readonly string[], before: string, after: string): string {
  const given = SIGNS.filter(([name]) => marks.includes(name))
  const opening = given
    .map(([, sign]) => sign)
    .toReversed()
    .join('')
  const closing = given.map(([, sign]) => sign).join('')
  const further = ELEMENTS.filter(([name]) => marks.includes(name)).map(([, element]) => element)
  if (given.length === 0 && further.length === 0) return words
  if (
    further.length === 0 &&
    isFlanking(before, opening, words[0] ?? '') &&
    isFlanking(after, closing, words.at(-1) ?? '')
  )
    return `${opening}${words}${closing}`
  const elements = [...given.map(([, , element]) => element), ...further]
  return elements.reduce<string>((made, element) => `<${element}>${made}</${element}>`, words)
}

/**
 * Whether delimiters open or close emphasis at this place (CommonMark flanking rules): punctuation inside needs a space
 * or punctuation outside. The same character outside would become part of the delimiters.
 */
function isFlanking(outside: string, signs: string, inside: string): boolean {
  const runs = signs.includes('*') && signs.includes('~') ? '*~' : signs
  if (outside !== '' && runs.includes(outside)) return false
  const [first = '', last = ''] = [signs[0], signs.at(-1)]
  const isMixed = first !== last
  const isPunctuation = (sign: string) => /[^\p{L}\p{N}\s]/u.test(sign)
  const isOpenOutside = outside === '' || /\s/.test(outside) || isPunctuation(outside)
  // With two kinds of delimiters, the inner ones are punctuation to the outer ones.
  return isOpenOutside || !(isMixed || isPunctuation(inside))
}

function firstOf(piece: Piece): string {
  if ('made' in piece) return piece.made[0] ?? ''
  const { text, marks, address } = piece
  if (marks.includes('code')) return address === undefined ? '`' : '['
  const [first = ''] = text
  if (/\s/.test(first)) return first
  if (address !== undefined) return '['
  if (ELEMENTS.some(([name]) => marks.includes(name))) return '<'
  if (marks.includes('bold') || marks.includes('italic')) return '*'
  return marks.includes('strike') ? '~' : (escaped(first)[0] ?? '')
}

/** Returns the longest run of backticks; the fence around them must be longer. */
export function longestFence(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

/** Joins lines: an empty line would end the code, and the rest would be parsed as Markdown. */
export function oneLine(text: string): string {
  const lines = text.split('\n')
  return lines.length === 1 ? text : lines.map((line) => line.trim()).join(' ')
}

function inlineCode(written: string): string {
  const text = oneLine(written)
  const fence = '`'.repeat(longestFence(text) + 1)
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

/** Escapes Markdown. `after` is the next character: `!` before a bracket would begin an image. */
export function escaped(text: string, after = ''): string {
  const words = text.replaceAll(/[\\`*_[\]<>~|&]/g, String.raw`\$&`).replaceAll(/!(?=\\\[)/g, String.raw`\!`)
  return after === '[' && words.endsWith('!') ? `${words.slice(0, -1)}\\!` : words
}

/** Escapes characters that begin a block at the start of a line. */
export function escapedLines(text: string): string {
  return text
    .replaceAll(/^([^\S\n]*)([#+=:-])/gm, String.raw`$1\$2`)
    .replaceAll(/^([^\S\n]*\d+)([.)])/gm, String.raw`$1\$2`)
}
