import { QuireError } from '@quirecms/core'
import { DATABASE_RETRY_AFTER, LostRace, UniqueViolation } from '../database.ts'

/** Error codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const UNIQUE_VIOLATION = '23505'
const LOST_RACE = new Set(['40001', '40P01'])
const TIMED_OUT = '57014'
/** A transaction was open or idle for too long. */
const OPEN_TOO_LONG = new Set(['25P03', '25P04'])
/** Undefined table, column or function. */
const NOT_MIGRATED = new Set(['42P01', '42703', '42883'])
/** A write on a standby, or where transactions are read-only by default. */
const READ_ONLY = '25006'
/** PgBouncer's refusal of a connection setting. */
const UNKNOWN_SETTING = 'unsupported startup parameter'

export const READ_ONLY_DATABASE =
  'The database is read-only. If this is a replica, use the address of its primary; otherwise, check default_transaction_read_only.'
export const UNTOLD_POOLER =
  "A connection pooler gives each transaction another connection. Configure it with postgres(url, { pooler: 'transaction' })."

/**
 * Classes: connection, authorization, unknown database, resources, limits, intervention by the operator (shut-down,
 * time-out), lock not available, system error.
 */
const UNAVAILABLE = ['08', '28', '3D', '53', '54', '57', '55P03', '58']

interface PostgresError extends Error {
  readonly code: string
  readonly constraint?: string
}

function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}

/** Errors never contain texts of PostgreSQL, which can include statements and values. */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof QuireError || error instanceof UniqueViolation) return error
  if (!isPostgresError(error)) {
    // Any other error comes from the connection: refused, reset, timed out, closed.
    return new QuireError('unavailable', 'The database cannot be reached.', {
      retryAfter: DATABASE_RETRY_AFTER,
      cause: error,
    })
  }
  const { code } = error
  if (code === UNIQUE_VIOLATION) return new UniqueViolation(error.constraint ?? '', error)
  if (LOST_RACE.has(code)) return new LostRace(error)
  if (OPEN_TOO_LONG.has(code)) {
    const message =
      'The transaction took too long and was rolled back. Try again, change less at once, or raise `transactionTimeout` of the database.'
    return new QuireError('timeout', message, { cause: error })
  }
  if (code === TIMED_OUT) return tookTooLong(error)
  if (NOT_MIGRATED.has(code))
    return new QuireError('unavailable', 'The database is not migrated. Run quire migrate first.', { cause: error })
  if (code === READ_ONLY) return new QuireError('unavailable', READ_ONLY_DATABASE, { cause: error })
  if (error.message.startsWith(UNKNOWN_SETTING)) return new QuireError('unavailable', UNTOLD_POOLER, { cause: error })
  if (UNAVAILABLE.some((start) => code.startsWith(start))) {
    const message = 'The database cannot be used right now.'
    return new QuireError('unavailable', message, { retryAfter: DATABASE_RETRY_AFTER, cause: error })
  }
  return new QuireError('internal', 'The database refused a statement.', { cause: error })
}

/** Message of the driver when an answer takes too long. */
const READ_TIMEOUT = 'Query read timeout'

/** Translates a timeout of the driver where the server has no deadline: there, it ends slow queries. */
export function translateOwnDeadline(error: unknown): unknown {
  return error instanceof Error && error.message === READ_TIMEOUT ? tookTooLong(error) : translatePostgresError(error)
}

function tookTooLong(cause: Error): QuireError {
  return new QuireError('timeout', 'The database took too long. Ask for less at once, or index the field.', { cause })
}

/** Whether the server refused a statement; the connection remains usable. */
export function isOfStatement(error: unknown): boolean {
  return isPostgresError(error) && 'severity' in error && error.severity === 'ERROR'
}
