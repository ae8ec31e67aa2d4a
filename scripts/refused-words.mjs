import { parseSync } from 'vite'

const REFUSED = /\b(?:whoever|whomever|nobody|somebody|anybody)\b/gi

/**
 * Finds words that name no actor: in the comments of a module and in its texts, which are literals with a space in them
 * and the text between tags; in Markdown, in the prose. Code in backticks may contain them.
 *
 * @param path Names the language by its extension: .ts, .tsx, .mjs or .md.
 * @param source The content of the file.
 * @returns Each word with its line, in the order of the file.
 */
export function findRefusedWords(path, source) {
  if (source.search(REFUSED) < 0) return []
  const texts = path.endsWith('.md') ? [proseOf(0, source)] : textsOf(path, source)
  return texts
    .flatMap(({ start, text }) =>
      [...text.matchAll(REFUSED)].map(({ 0: word, index }) => ({ word, at: start + index })),
    )
    .toSorted((one, other) => one.at - other.at)
    .map(({ word, at }) => ({ word, line: source.slice(0, at).split('\n').length }))
}

/** Blanks fenced code and code in backticks, so that positions stay those of the source. */
function proseOf(start, source) {
  const blank = (code) => code.replaceAll(/[^\n]/g, '.')
  return {
    start,
    text: source.replaceAll(/^ *(```+|~~~+)[^]*?\n *\1/gm, blank).replaceAll(/(`+)[^`\n]+\1/g, blank),
  }
}

/** The comments and texts of a module. Expressions in a template are no part of its text. */
function textsOf(path, source) {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const rangeOf = ({ start, end }) => ({ start, text: source.slice(start, end) })
  const found = comments.map(({ start, end }) => proseOf(start, source.slice(start, end)))
  visit(program)
  return found

  function visit(node) {
    if (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes(' ')) found.push(rangeOf(node))
    if (node.type === 'TemplateLiteral' && node.quasis.some(({ value }) => value.raw.includes(' ')))
      found.push(...node.quasis.map(rangeOf))
    if (node.type === 'JSXText') found.push(rangeOf(node))
    for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') visit(child)
  }
}
