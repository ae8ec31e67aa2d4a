import { RICH_TEXT_MARKS, type RichTextNode } from '@quirecms/core'

type Mark = NonNullable<RichTextNode['marks']>[number]

/** A part of a line. Its words are joined once at the end, because repeated concatenation takes quadratic time. */
type Piece = { readonly words: string[]; readonly marks: readonly Mark[]; readonly key: string } | 'break'

/** Text is raised or lowered: the innermost element decides. */
const OPPOSITES: Readonly<Record<string, string>> = { superscript: 'subscript', subscript: 'superscript' }

/** The text of a line with its marks. Collapses spaces like HTML. */
export class Line {
  readonly #allowed: ReadonlySet<string>
  #marks: readonly Mark[] = []
  #pieces: Piece[] = []

  constructor(allowed: ReadonlySet<string>) {
    this.#allowed = allowed
  }

  within(mark: Mark, add: () => void): void {
    const before = this.#marks
    const isNew = this.#allowed.has(mark.type) && !before.some(({ type }) => type === mark.type)
    if (isNew) this.#marks = [...before.filter(({ type }) => type !== OPPOSITES[mark.type]), mark]
    add()
    this.#marks = before
  }

  text(text: string): void {
    const words = text
      .replaceAll('\0', '')
      .toWellFormed()
      .replaceAll(/[ \t\n\r\f]+/g, ' ')
    if (words === '') return
    const marks = compatible(this.#marks)
    const key = JSON.stringify(marks)
    const last = this.#pieces.at(-1)
    if (last === undefined || last === 'break' || last.key !== key) {
      this.#pieces.push({ words: [words], marks, key })
      return
    }
    const more = last.words.at(-1)?.endsWith(' ') ? words.replace(/^ /, '') : words
    if (more !== '') last.words.push(more)
  }

  break(): void {
    this.#pieces.push('break')
  }

  /** Returns the nodes, and starts a new line. */
  finish(): RichTextNode[] {
    const pieces = this.#pieces
    this.#pieces = []
    const line: RichTextNode[] = []
    for (const piece of pieces) {
      if (piece === 'break') {
        trimEnd(line)
        line.push({ type: 'hardBreak' })
        continue
      }
      const last = line.at(-1)
      const isAfterSpace = last?.type !== 'text' || last.text?.endsWith(' ') === true
      const words = piece.words.join('')
      const text = isAfterSpace ? words.replace(/^ /, '') : words
      if (text !== '') line.push({ type: 'text', text, ...(piece.marks.length > 0 && { marks: [...piece.marks] }) })
    }
    trimEnd(line)
    // A trailing break has no effect.
    while (line.at(-1)?.type === 'hardBreak') {
      line.pop()
      trimEnd(line)
    }
    return line
  }
}

function trimEnd(line: RichTextNode[]): void {
  for (let last = line.at(-1); last?.type === 'text'; last = line.at(-1)) {
    const text = (last.text ?? '').replace(/ $/, '')
    if (text !== '') {
      last.text = text
      return
    }
    line.pop()
  }
}

/** Marks in the order of the schema. Code excludes other marks, except that a link replaces it. */
function compatible(marks: readonly Mark[]): Mark[] {
  const sorted = RICH_TEXT_MARKS.flatMap((name) => marks.find(({ type }) => type === name) ?? [])
  if (!sorted.some(({ type }) => type === 'code')) return sorted
  const link = sorted.find(({ type }) => type === 'link')
  return link ? sorted.filter(({ type }) => type !== 'code') : [{ type: 'code' }]
}
