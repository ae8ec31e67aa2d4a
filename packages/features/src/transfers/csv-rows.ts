import { pipeline, Readable } from 'node:stream'
import { TimeSlice } from '@quirecms/core/feature'
import { BrokenFile, LONGEST_ROW, MOST_COLUMNS } from './decoded-text.ts'
import { readCell } from './csv-line.ts'

/** A record of a table, numbered from 1 as in a spreadsheet. */
export interface CsvRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** Number of bytes that are examined to detect the separator. */
const LOOKED_AT = 64 * 1024

/** Bytes parsed in one time slice. */
const AT_ONCE = 16 * 1024

/** Parses the records of a table as a stream. Empty lines are skipped, but counted. */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const { CsvError, parse } = await import('csv-parse')
  const { separator, said, rest } = await separatorOf(text)
  const records = parse({
    delimiter: separator,
    // Concatenated files contain several kinds of line ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
  })
  const lines = new EmptyLines()
  let read = 0
  // Errors of the pipeline surface when the records are read.
  pipeline(Readable.from(inTurns(rest, lines)), records, () => undefined)
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      read += 1
      const row = said + read + lines.before(read)
      if (cells.length > MOST_COLUMNS) throw new BrokenFile(`There are more than ${MOST_COLUMNS} columns.`, row)
      if (cells.some((cell) => cell !== '')) yield { row, cells: cells.map(readCell) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const record = Number(error['records'] ?? 0) + 1
    throw new BrokenFile(problemOf(error.code), said + record + lines.before(record))
  } finally {
    records.destroy()
  }
}

/**
 * Removes empty lines before the parser creates a record for each: a file may contain millions. Row numbers still count
 * them.
 */
export class EmptyLines {
  /** Number of removed lines after each record; entries of consumed records are deleted. */
  readonly #leftOut: { readonly record: number; readonly lines: number }[] = []
  #before = 0
  #records = 0
  #isQuoted = false
  #isAtStart = true
  #endsWithReturn = false

  leaveOut(piece: string): string {
    if (piece === '') return ''
    const kept: string[] = []
    let start = 0
    for (const { 0: found, index } of piece.matchAll(/"|[\r\n]+/g)) {
      if (index > start) this.#isAtStart = false
      if (found === '"') {
        this.#isQuoted = !this.#isQuoted
        this.#isAtStart = false
        continue
      }
      if (this.#isQuoted) continue
      // The second half of a line end that is split between two chunks.
      const from = index === 0 && this.#endsWithReturn && found.startsWith('\n') ? 1 : 0
      // The first line end ends a record, unless the line is empty.
      let end = from
      if (!this.#isAtStart) {
        end += found.startsWith('\r\n', from) ? 2 : 1
        this.#records += 1
        kept.push(piece.slice(start, index + end))
      }
      const lines = lineEndsIn(found, end)
      if (lines > 0) this.#leftOut.push({ record: this.#records, lines })
      this.#isAtStart = true
      start = index + found.length
    }
    if (start < piece.length) {
      kept.push(piece.slice(start))
      this.#isAtStart = false
    }
    this.#endsWithReturn = piece.endsWith('\r')
    return kept.join('')
  }

  /** Number of lines removed before a record. Call it in ascending order. */
  before(record: number): number {
    let done = 0
    for (const { record: after, lines } of this.#leftOut) {
      if (after >= record) break
      this.#before += lines
      done += 1
    }
    this.#leftOut.splice(0, done)
    return this.#before
  }
}

function lineEndsIn(text: string, start: number): number {
  let count = 0
  for (let at = start; at < text.length; at += 1) {
    // CR LF is one line end.
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    count += 1
  }
  return count
}

async function* inTurns(text: AsyncIterable<string>, lines: EmptyLines): AsyncGenerator<Buffer> {
  const slice = new TimeSlice()
  for await (const piece of text) {
    const bytes = Buffer.from(lines.leaveOut(piece))
    for (let start = 0; start < bytes.length; start += AT_ONCE) {
      yield bytes.subarray(start, start + AT_ONCE)
      if (slice.isOver) await slice.letOthersIn()
    }
    // Chunks without output take time, too.
    if (slice.isOver) await slice.letOthersIn()
  }
}

function problemOf(code: string): string {
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `The row is longer than ${LONGEST_ROW} characters. A quotation mark may be missing.`
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'The quotation mark that opens here is never closed.'
  return 'There is a quotation mark inside a cell. Double it, and put the whole cell in quotation marks.'
}

interface Separated {
  readonly separator: string
  /** Number of lines at the beginning that only declare the separator. */
  readonly said: number
  readonly rest: AsyncIterable<string>
}

/**
 * The most frequent separator in the first line, outside of quotation marks: spreadsheets write `,`, `;` or a tab,
 * depending on their language.
 */
async function separatorOf(text: AsyncIterable<string>): Promise<Separated> {
  const source = text[Symbol.asyncIterator]()
  let head = ''
  let isOver = false
  while (!isOver && head.length < LOOKED_AT && !/[\r\n]/.test(head)) {
    const next = await source.next()
    if (next.done) isOver = true
    else head += next.value
  }
  const said = /^sep=([,;\t|])\r?\n/i.exec(head)
  async function* rest() {
    try {
      yield said ? head.slice(said[0].length) : head
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
    } finally {
      await source.return?.()
    }
  }
  return { separator: said?.[1] ?? mostFrequent(head), said: said ? 1 : 0, rest: rest() }
}

function mostFrequent(head: string): string {
  const counts = new Map([',', ';', '\t'].map((separator) => [separator, 0]))
  let isQuoted = false
  for (const letter of head) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === '\n' || letter === '\r')) break
    else if (!isQuoted && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  let best = ','
  for (const [separator, count] of counts) if (count > (counts.get(best) ?? 0)) best = separator
  return best
}
