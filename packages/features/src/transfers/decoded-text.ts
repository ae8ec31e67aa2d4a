import { TextDecoder } from 'node:util'
import { type Issue, QuireError } from '@quirecms/core/feature'

const NOT_UTF8 = 'This is not UTF-8. Save the file as "CSV UTF-8", or as text in UTF-8, and send it again.'
const BINARY = 'This is not text. Send CSV, JSON or JSON Lines; spreadsheets can save their tables as CSV.'

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, as spreadsheets write "Unicode text". Removes the mark. Refuses all
 * other encodings: guessing would corrupt letters in every row.
 */
export async function* decodedText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let first = new Uint8Array()
  for await (const some of bytes) {
    let chunk = some
    if (!decoder) {
      first = Buffer.concat([first, some])
      if (first.length < 3) continue
      decoder = decoderFor(first)
      chunk = first
    }
    const text = decode(decoder, chunk, true)
    if (text !== '') yield text
  }
  decoder ??= decoderFor(first)
  const rest = decode(decoder, first.length < 3 ? first : new Uint8Array(), false)
  if (rest !== '') yield rest
}

function decoderFor([one, two, three]: Uint8Array): TextDecoder {
  // ZIP or the older binary format: the user chose a workbook instead of a CSV file.
  if ((one === 0x50 && two === 0x4b && three === 3) || (one === 0xd0 && two === 0xcf)) throw new BrokenFile(BINARY)
  const encoding = one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

function decode(decoder: TextDecoder, chunk: Uint8Array, stream: boolean): string {
  let text: string
  try {
    text = decoder.decode(chunk, { stream })
  } catch {
    throw new BrokenFile(NOT_UTF8)
  }
  if (text.includes('\0')) throw new BrokenFile(BINARY)
  return text
}

/** In characters: the same limit as for a document in a request. */
export const LONGEST_ROW = 1024 * 1024

export const MOST_COLUMNS = 1000

/** A file that can't be read further. `row` counts as in a spreadsheet, from 1. */
export class BrokenFile extends QuireError {
  readonly row: number | null

  constructor(message: string, row: number | null = null, code: Issue['code'] = 'format') {
    const where = row === null ? '' : `Row ${row}: `
    super('validation', 'The file cannot be read. The issues say why.', {
      issues: [{ code, path: 'file', message: `${where}${message}` }],
    })
    this.row = row
  }
}
