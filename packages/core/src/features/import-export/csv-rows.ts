import { pipeline, Readable } from 'node:stream'
import { Turn } from '../../content/turn.ts'
import { BrokenFile, LONGEST_ROW, MOST_COLUMNS } from './broken-file.ts'
import { readCell } from './formula-cells.ts'

/** A record of a table. The first one has the number 1, as in a spreadsheet. */
export interface CsvRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** How much is looked at to tell what separates the cells. */
const LOOKED_AT = 64 * 1024

/** Bytes that are parsed at one go. */
const AT_ONCE = 16 * 1024

/** The records of a table, in pieces as they are read. Empty ones are left out, and counted. */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const { CsvError, parse } = await import('csv-parse')
  const { separator, said, rest } = await separatorOf(text)
  const records = parse({
    delimiter: separator,
    // Also one after the other: whoever puts files together has all of them.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
  })
  let row = said
  // What goes wrong on the way here shows when the records are read.
  pipeline(Readable.from(inTurns(rest)), records, () => undefined)
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      row += 1
      if (cells.length > MOST_COLUMNS) throw new BrokenFile(`There are more than ${MOST_COLUMNS} columns.`, row)
      if (cells.some((cell) => cell !== '')) yield { row, cells: cells.map(readCell) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BrokenFile(problemOf(error.code), said + Number(error['records'] ?? 0) + 1)
  } finally {
    records.destroy()
  }
}

/** The parser works through a piece at one go: others have their turn in between. */
async function* inTurns(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const turn = new Turn()
  for await (const piece of text) {
    const bytes = Buffer.from(piece)
    for (let start = 0; start < bytes.length; start += AT_ONCE) {
      yield bytes.subarray(start, start + AT_ONCE)
      if (turn.isOver) await turn.letOthersIn()
    }
  }
}

function problemOf(code: string): string {
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `It is longer than ${LONGEST_ROW} characters. If it is no table with so much text, a quotation mark may be missing.`
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark is opened here, and never closed.'
  return 'A quotation mark stands inside of a cell. Double it, and put the whole cell in quotation marks.'
}

interface Separated {
  readonly separator: string
  /** Lines that only say what the separator is. */
  readonly said: number
  readonly rest: AsyncIterable<string>
}

/** What stands most often in the first line, outside of quotation marks; spreadsheets write `,`, `;` or a tab, as their language has it. */
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
