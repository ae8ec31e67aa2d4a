import { RICH_TEXT_MARKS, type RichTextNode } from '@quirecms/core'

type Mark = NonNullable<RichTextNode['marks']>[number]

/** The words of a line, with their marks. Spaces count as in HTML: several are one, and none stands at either end. */
export class Line {
  readonly #allowed: ReadonlySet<string>
  #marks: readonly Mark[] = []
  #pieces: RichTextNode[] = []

  constructor(allowed: ReadonlySet<string>) {
    this.#allowed = allowed
  }

  within(mark: Mark, add: () => void): void {
    const before = this.#marks
    const isNew = this.#allowed.has(mark.type) && !before.some(({ type }) => type === mark.type)
    if (isNew) this.#marks = [...before, mark]
    add()
    this.#marks = before
  }

  text(text: string): void {
    // What no database stores stands for nothing in HTML either.
    const words = text
      .replaceAll('\0', '')
      .toWellFormed()
      .replaceAll(/[ \t\n\r\f]+/g, ' ')
    const marks = compatible(this.#marks)
    const last = this.#pieces.at(-1)
    if (last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(marks))
      last.text = withoutDoubles(last.text ?? '', words)
    else this.#pieces.push({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
  }

  break(): void {
    this.#pieces.push({ type: 'hardBreak' })
  }

  /** What it consists of; the next line begins. */
  finish(): RichTextNode[] {
    const pieces = this.#pieces
    this.#pieces = []
    const line: RichTextNode[] = []
    for (const piece of pieces) {
      if (piece.type !== 'text') {
        trimEnd(line)
        line.push(piece)
        continue
      }
      const last = line.at(-1)
      const isAfterSpace = last?.type !== 'text' || last.text?.endsWith(' ') === true
      const text = isAfterSpace ? (piece.text ?? '').replace(/^ /, '') : (piece.text ?? '')
      if (text !== '') line.push({ ...piece, text })
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

function withoutDoubles(before: string, words: string): string {
  return before.endsWith(' ') ? before + words.replace(/^ /, '') : before + words
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
