import { QuireError } from '@quirecms/core'

export const DATABASE_BUSY = 'The database is busy. Try again in a moment.'

/** The queue for the database is full, or a statement waited in it for too long. */
export function databaseBusy(): QuireError {
  return new QuireError('unavailable', DATABASE_BUSY, { retryAfter: 1 })
}
