import { RICH_TEXT_MARKS, type RichTextNode } from '@quirecms/core'

type Mark = NonNullable<RichTextNode['marks']>[number]

/** A part of a line. Its words are put together once, when the line ends: each text copied for the next one would take quadratic time. */
type Piece = { readonly words: string[]; readonly marks: readonly Mark[]; readonly key: string } | 'break'

/** Text is raised or lowered: the innermost element decides. */
const OPPOSITES: Readonly<Record<string, string>> = { superscript: 'subscript', subscript: 'superscript' }

/** The words of a line, with their marks. Spaces count as in HTML: several are one, and none stands at either end. */
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
    // What no database stores stands for nothing in HTML either.
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

  /** What it consists of; the next line begins. */
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
    // A break at the end of a line ends nothing.
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

/** In the order of the schema. Code has no other marks; where it leads somewhere, that counts for more. */
function compatible(marks: readonly Mark[]): Mark[] {
  const sorted = RICH_TEXT_MARKS.flatMap((name) => marks.find(({ type }) => type === name) ?? [])
  if (!sorted.some(({ type }) => type === 'code')) return sorted
  const link = sorted.find(({ type }) => type === 'link')
  return link ? sorted.filter(({ type }) => type !== 'code') : [{ type: 'code' }]
}
