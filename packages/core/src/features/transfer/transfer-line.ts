import type { ColumnValue } from '../../contracts/columns.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { RecordRow } from '../../contracts/records.ts'
import { isObject } from '../../content/json-object.ts'

export const TRANSFER_VERSION = 1

/** One line of an export. They come in this order: the beginning, documents, records, files, the end. */
export type TransferLine = Beginning | DocumentLine | RecordLine | ObjectLine | End

export interface Beginning {
  readonly kind: 'quire-export'
  readonly version: number
  readonly at: string
  /** The tables of documents in it. */
  readonly tables: readonly string[]
}

/** A document as it is stored, in all locales: the newest content of `posts`, the live one of `posts:live`. */
export interface DocumentLine {
  readonly kind: 'document'
  readonly table: string
  readonly id: string
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly shape: string
  readonly columns: Readonly<Record<string, ColumnValue>>
  readonly data: JsonObject
}

export interface RecordLine {
  readonly kind: 'record'
  readonly table: string
  readonly row: RecordRow
}

/** A part of a file, in base64; `more` says that the next line goes on with it. */
export interface ObjectLine {
  readonly kind: 'object'
  readonly key: string
  readonly mimeType: string
  readonly data: string
  readonly more: boolean
}

/** Without it, the file is not complete. */
export interface End {
  readonly kind: 'end'
  readonly documents: number
  readonly records: number
  readonly objects: number
}

/** What went through, so far. */
export interface TransferCount {
  documents: number
  records: number
  objects: number
}

const KINDS = new Set(['quire-export', 'document', 'record', 'object', 'end'])

/** Reads one line. Whether its parts are sound shows where they are used. */
export function parseLine(text: string, number: number): TransferLine {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch (error) {
    throw brokenLine(number, 'is not valid JSON', error)
  }
  if (!isObject(line) || !KINDS.has(String(line['kind']))) throw brokenLine(number, 'is not a line of an export')
  return line as unknown as TransferLine
}

export function brokenLine(number: number, what: string, cause?: unknown): QuireError {
  return new QuireError('validation', `Line ${number} ${what}. Is the file complete, and made by 'quire export'?`, {
    cause,
  })
}
