import { QuireError } from '@quirecms/core'
import { DATABASE_RETRY_AFTER, UniqueViolation } from '../database.ts'

/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
const ERROR = 1
const BUSY = 5
const CONSTRAINT = 19
/** No memory, read-only, I/O error, corrupt, full, cannot open, lock protocol, not a database; and busy, locked. */
const UNAVAILABLE = new Set([BUSY, 6, 7, 8, 10, 11, 13, 14, 15, 26])

interface SqliteError extends Error {
  readonly errcode: number
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}

function primaryCode(error: unknown): number | undefined {
  return isSqliteError(error) ? error.errcode & 0xff : undefined
}

export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY
}

/** Errors never contain texts of SQLite, which can include statements and values. */
export function translateSqliteError(error: unknown): unknown {
  const code = primaryCode(error)
  if (code === undefined) return closedDatabase(error) ?? error
  if (code === CONSTRAINT) return new UniqueViolation(constraintOf(error as SqliteError), error)
  if (UNAVAILABLE.has(code))
    return new QuireError('unavailable', 'The database cannot be used right now.', {
      retryAfter: DATABASE_RETRY_AFTER,
      cause: error,
    })
  if (code === ERROR && /^no such (table|column)/.test((error as SqliteError).message)) {
    return new QuireError('unavailable', 'The database is not migrated. Run quire migrate first.', { cause: error })
  }
  return new QuireError('internal', 'The database refused a statement.', { cause: error })
}

/** `index 'doc_posts_1a2b'` for indexes of expressions, `doc_posts.id` for columns. */
function constraintOf(error: SqliteError): string {
  const [, what = ''] = error.message.split('failed: ', 2)
  return what.startsWith("index '") ? what.slice("index '".length, -1) : what
}

function closedDatabase(error: unknown): QuireError | undefined {
  const isClosed = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'
  return isClosed ? new QuireError('unavailable', 'The database is closed.', { cause: error }) : undefined
}
