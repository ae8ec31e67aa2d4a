import { QuireError } from '@quirecms/core'

/** Seconds after which a client may try again: what keeps the database from answering usually passes. */
export const DATABASE_RETRY_AFTER = 1

export const DATABASE_BUSY = 'The database is busy. Try again in a moment.'

export function databaseBusy(): QuireError {
  return new QuireError('unavailable', DATABASE_BUSY, { retryAfter: DATABASE_RETRY_AFTER })
}
