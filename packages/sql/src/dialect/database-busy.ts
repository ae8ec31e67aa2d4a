import { QuireError } from '@quirecms/core'

/** Seconds after which a client may try again: what keeps the database from answering usually passes. */
export const DATABASE_RETRY_AFTER = 1

export const DATABASE_BUSY = 'The database is busy. Try again in a moment.'

/** The queue for the database is full, or a statement waited in it for too long. */
export function databaseBusy(): QuireError {
  return new QuireError('unavailable', DATABASE_BUSY, { retryAfter: DATABASE_RETRY_AFTER })
}
