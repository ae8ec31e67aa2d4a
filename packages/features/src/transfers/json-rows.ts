import { type JsonObject, parseStrictObject, TimeSlice } from '@quirecms/core/feature'
import { BrokenFile, LONGEST_ROW } from './decoded-text.ts'

/** An object of the file, or a syntax error, numbered from 1. */
export interface JsonRow {
  readonly row: number
  readonly data: JsonObject | null
  readonly problem: string | null
}

export async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<JsonRow> {
  const list = new ListReader()
  const slice = new TimeSlice()
  for await (const piece of text) {
    for (const element of list.read(piece)) {
      yield parsed(element, list.row)
      if (slice.isOver) await slice.letOthersIn()
    }
  }
  list.end()
}

/** Parses one object for each line. Empty lines are skipped, but counted. */
export async function* jsonLineRows(text: AsyncIterable<string>): AsyncGenerator<JsonRow> {
  let row = 0
  let rest = ''
  const slice = new TimeSlice()
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      row += 1
      refuseIfLong(line.length, row)
      if (line.trim() !== '') yield parsed(line, row)
      if (slice.isOver) await slice.letOthersIn()
    }
    refuseIfLong(rest.length, row + 1)
  }
  if (rest.trim() !== '') yield parsed(rest, row + 1)
}

function parsed(text: string, row: number): JsonRow {
  const data = parseStrictObject(text)
  return typeof data === 'string' ? { row, data: null, problem: `${data}.` } : { row, data, problem: null }
}

function refuseIfLong(length: number, row: number): void {
  if (length > LONGEST_ROW) throw new BrokenFile(`The row is longer than ${LONGEST_ROW} characters.`, row)
}

const STRUCTURE = /["[\]{},]/g
const END_OF_STRING = /["\\]/g

/** Finds the boundaries of array elements; the JSON parser reads their content. */
class ListReader {
  row = 0
  #waiting = ''
  /** Number of examined characters. */
  #seen = 0
  /** 0 outside of the array, 1 inside, more inside of an element. */
  #depth = 0
  #isInString = false
  #isOver = false

  end(): void {
    if (this.#isOver && this.#waiting.trim() === '') return
    throw new BrokenFile(
      this.#depth === 0 && !this.#isOver
        ? 'A JSON file must hold a list of objects: [{ … }, { … }]. For an object in each line, choose JSON Lines.'
        : 'The list is not closed. Part of the file may be missing.',
      this.row + 1,
    )
  }

  *read(piece: string): Generator<string> {
    this.#waiting += piece
    for (let at = this.#next(); at !== -1; at = this.#next()) {
      const element = this.#take(at)
      if (element === null) continue
      this.row += 1
      yield element
    }
    refuseIfLong(this.#waiting.length, this.row + 1)
  }

  /** Index of the next structural character; -1 if there is none yet. */
  #next(): number {
    const signs = this.#isInString ? END_OF_STRING : STRUCTURE
    signs.lastIndex = this.#seen
    const at = signs.exec(this.#waiting)?.index ?? -1
    const isCut = at === this.#waiting.length - 1 && this.#waiting[at] === '\\'
    if (isCut) {
      this.#seen = at
      return -1
    }
    this.#seen = at === -1 ? this.#waiting.length : at + (this.#waiting[at] === '\\' ? 2 : 1)
    return at
  }

  /** The element that ends at this character, if any. */
  #take(at: number): string | null {
    const sign = this.#waiting[at]
    if (this.#isInString) {
      if (sign === '"') this.#isInString = false
      return null
    }
    if (this.#isOver) this.end()
    if (this.#depth === 0 && (sign !== '[' || this.#waiting.slice(0, at).trim() !== '')) this.end()
    if (sign === '"') this.#isInString = true
    else if (sign === '[' || sign === '{') {
      this.#depth += 1
      if (this.#depth === 1) this.#forget()
    } else if (sign === ']' || sign === '}') {
      this.#depth -= 1
      if (this.#depth === 0) return this.#closed(at)
    } else if (this.#depth === 1) return this.#cut(at)
    return null
  }

  #closed(at: number): string | null {
    this.#isOver = true
    const last = this.#cut(at)
    return last.trim() === '' && this.row === 0 ? null : last
  }

  #cut(at: number): string {
    const element = this.#waiting.slice(0, at)
    this.#forget()
    return element
  }

  #forget(): void {
    this.#waiting = this.#waiting.slice(this.#seen)
    this.#seen = 0
  }
}
