/**
 * A process that reads a database file for another process (`reader-processes.ts`): `node sqlite-reader-process.ts FILE
 * LONGEST`. Imports as little as possible, because a client waits while it starts.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqlRow, SqlValue } from '../database.ts'
import { registerFunctions } from './sqlite-functions.ts'

/** A request: a new statement, or the next rows of the last one. */
export type ReaderQuestion = { readonly text: string; readonly parameters: readonly SqlValue[] } | 'more'

/** A response: rows, and whether more follow; `null` if the result is too long; or SQLite's error. */
export type ReaderAnswer =
  | { readonly rows: SqlRow[] | null; readonly isLast: boolean }
  | { readonly message: string; readonly errcode: number | undefined }

/** Longest message in characters. The receiving process can serve others between two messages. */
const LONGEST_MESSAGE = 256 * 1024

/** The second argument is the maximum length of all rows of a response. */
const [, , path = '', longest = ''] = process.argv
const longestAnswer = Number(longest)
let database: DatabaseSync | undefined
/** Rows of the last statement that are not sent yet. */
let found: Iterator<SqlRow> | undefined
let sent = 0

process.on('message', (question: ReaderQuestion) => process.send?.(answerTo(question)))
// The parent process is gone.
process.on('disconnect', () => process.exit())

function answerTo(question: ReaderQuestion): ReaderAnswer {
  try {
    if (question !== 'more') begin(question)
    return nextRows()
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { message, errcode }
  }
}

function begin({ text, parameters }: Exclude<ReaderQuestion, 'more'>): void {
  // An open statement would keep the connection on its snapshot.
  found?.return?.()
  database ??= open()
  found = database.prepare(text).iterate(...(parameters as SQLInputValue[])) as Iterator<unknown> as Iterator<SqlRow>
  sent = 0
}

function nextRows(): ReaderAnswer {
  const rows: SqlRow[] = []
  for (let length = 0; length <= LONGEST_MESSAGE; ) {
    const next = found?.next()
    if (!next || next.done) return { rows, isLast: true }
    rows.push(next.value)
    const own = lengthOf(next.value)
    length += own
    sent += own
    if (sent > longestAnswer) {
      found?.return?.()
      return { rows: null, isLast: true }
    }
  }
  return { rows, isLast: false }
}

function lengthOf(row: SqlRow): number {
  let length = 0
  for (const value of row) length += typeof value === 'string' ? value.length : 8
  return length
}

/** Its lock timeout may be long: nothing else waits for this process. */
function open(): DatabaseSync {
  const opened = new DatabaseSync(path, { readOnly: true, returnArrays: true, timeout: 1_000 })
  registerFunctions(opened)
  return opened
}
