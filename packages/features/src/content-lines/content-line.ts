import {
  type ColumnValue,
  isObject,
  isObjectKey,
  type JsonObject,
  QuireError,
  type RecordRow,
} from '@quirecms/core/feature'

export const CONTENT_LINES_VERSION = 1

/** A line of an export. The order is: beginning, documents, records, files, end. */
export type ContentLine = BeginningLine | DocumentLine | RecordLine | ObjectLine | EndLine

export interface BeginningLine {
  readonly kind: 'quire-export'
  readonly version: number
  readonly at: string
  readonly tables: readonly string[]
}

/** A document as it is stored, in all locales: the newest content in `posts`, the live copy in `posts:live`. */
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

/** A part of a file, in base64; with `more`, the next line continues it. */
export interface ObjectLine {
  readonly kind: 'object'
  readonly key: string
  readonly mimeType: string
  readonly data: string
  readonly more: boolean
}

export interface EndLine {
  readonly kind: 'end'
  readonly documents: number
  readonly records: number
  readonly objects: number
}

export interface ContentCount {
  documents: number
  records: number
  objects: number
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const anObject: Check = (value) => isObject(value)

/** Required members of each kind of line. The file may have been edited, or written by another program. */
const PARTS: Readonly<Record<ContentLine['kind'], Readonly<Record<string, Check>>>> = {
  'quire-export': { version: isNumber, tables: (value) => Array.isArray(value) && value.every(isText) },
  document: {
    table: isText,
    id: isText,
    revision: isNumber,
    createdAt: isText,
    updatedAt: isText,
    shape: isText,
    columns: anObject,
    data: anObject,
  },
  record: { table: isText, row: anObject },
  object: {
    key: (value) => typeof value === 'string' && isObjectKey(value),
    mimeType: isText,
    data: isText,
    more: (value) => typeof value === 'boolean',
  },
  end: {},
}

export function parseLine(text: string, number: number): ContentLine {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch (error) {
    throw brokenLine(number, 'is not valid JSON', error)
  }
  const kind = isObject(line) ? line['kind'] : undefined
  if (!isObject(line) || typeof kind !== 'string' || !Object.hasOwn(PARTS, kind)) {
    throw brokenLine(number, 'is not a line of an export')
  }
  for (const [name, isSound] of Object.entries(PARTS[kind as ContentLine['kind']])) {
    if (!isSound(line[name])) throw brokenLine(number, `has ${line[name] === undefined ? 'no' : 'a wrong'} "${name}"`)
  }
  return line as unknown as ContentLine
}

export function brokenLine(number: number, what: string, cause?: unknown): QuireError {
  return new QuireError('validation', `Line ${number} ${what}. Is the file complete, and made by 'quire export'?`, {
    cause,
  })
}
