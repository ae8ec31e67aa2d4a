/**
 * A process that reads a database file for another one (`reader-processes.ts`): `node sqlite-reader-process.ts FILE`. It loads no
 * more than it needs, since it is started while somebody waits.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqlRow } from '../database.ts'
import type { ReaderAnswer, ReaderQuestion } from './reader-messages.ts'
import { registerFunctions } from './sqlite-functions.ts'

/** Of all texts of an answer, in characters. */
const LONGEST_ANSWER = 32 * 1024 * 1024

const [, , path = ''] = process.argv
let database: DatabaseSync | undefined

process.on('message', (question: ReaderQuestion) => process.send?.(answerTo(question)))
// The process that asked is gone.
process.on('disconnect', () => process.exit())

function answerTo({ text, parameters }: ReaderQuestion): ReaderAnswer {
  try {
    database ??= open()
    const statement = database.prepare(text)
    const rows: SqlRow[] = []
    let length = 0
    for (const row of statement.iterate(...(parameters as SQLInputValue[])) as Iterable<unknown> as Iterable<SqlRow>) {
      for (const value of row) length += typeof value === 'string' ? value.length : 8
      if (length > LONGEST_ANSWER) return { rows: null }
      rows.push(row)
    }
    return { rows }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { message, errcode }
  }
}

/** Nobody waits for this process while it waits for a lock. */
function open(): DatabaseSync {
  const opened = new DatabaseSync(path, { readOnly: true, returnArrays: true, timeout: 1_000 })
  registerFunctions(opened)
  return opened
}
