import { QuireError } from '@quirecms/core'

export const DATABASE_BUSY = 'The database is busy. Try again in a moment.'

/** Too many wait already, or whoever is before them takes too long. */
export function databaseBusy(): QuireError {
  return new QuireError('unavailable', DATABASE_BUSY, { retryAfter: 1 })
}
