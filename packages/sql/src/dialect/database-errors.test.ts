import { QuireError } from '@quirecms/core'
import { describe, expect, it } from 'vitest'
import { DATABASE_RETRY_AFTER, UniqueViolation } from './database.ts'
import { translateOwnDeadline, translatePostgresError } from './postgres/postgres-errors.ts'
import { translateSqliteError } from './sqlite/sqlite-errors.ts'

/** What a caller learns of an error. */
function told(error: unknown): readonly unknown[] {
  if (!(error instanceof QuireError)) return [error]
  return [error.code, error.message, error.retryAfter]
}

const ofPostgres = (code: string, message = 'secret value') =>
  Object.assign(new Error(message), { code, severity: 'ERROR' })
const ofSqlite = (errcode: number, message = 'secret value') => Object.assign(new Error(message), { errcode })

describe('an error of PostgreSQL', () => {
  it.each<[string, Error, readonly unknown[]]>([
    [
      'a lost connection',
      new Error('read ECONNRESET'),
      ['unavailable', 'The database cannot be reached.', DATABASE_RETRY_AFTER],
    ],
    [
      'a shutdown',
      ofPostgres('57P01'),
      ['unavailable', 'The database cannot be used right now.', DATABASE_RETRY_AFTER],
    ],
    [
      'a lock that was not free',
      ofPostgres('55P03'),
      ['unavailable', 'The database cannot be used right now.', DATABASE_RETRY_AFTER],
    ],
    [
      'a long statement',
      ofPostgres('57014'),
      ['timeout', 'The database took too long. Ask for less at once, or index the field.', 1],
    ],
    [
      'a missing table',
      ofPostgres('42P01'),
      ['unavailable', 'The database is not migrated. Run quire migrate first.', undefined],
    ],
    ['any other', ofPostgres('22P02'), ['internal', 'The database refused a statement.', undefined]],
  ])('about %s does not reveal the statement, and has a retry time', (_, error, expected) =>
    expect(told(translatePostgresError(error))).toEqual(expected),
  )

  it('of a transaction over its time limit is a timeout', () => {
    for (const code of ['25P03', '25P04']) {
      const [kind, message, retryAfter] = told(translatePostgresError(ofPostgres(code)))
      expect([kind, retryAfter]).toEqual(['timeout', 1])
      expect(message).toContain('was rolled back')
    }
  })

  it('of a statement that the driver aborted is a timeout, if only the driver has a deadline', () => {
    const late = new Error('Query read timeout')
    expect(told(translateOwnDeadline(late))[0]).toBe('timeout')
    expect(told(translatePostgresError(late))[0]).toBe('unavailable')
  })

  it('of a unique index names the index', () => {
    const taken = translatePostgresError(Object.assign(ofPostgres('23505'), { constraint: 'doc_posts_1a2b' }))
    expect(taken).toBeInstanceOf(UniqueViolation)
  })
})

describe('an error of SQLite', () => {
  it.each<[string, Error, readonly unknown[]]>([
    ['a busy file', ofSqlite(5), ['unavailable', 'The database cannot be used right now.', DATABASE_RETRY_AFTER]],
    ['a full disk', ofSqlite(13), ['unavailable', 'The database cannot be used right now.', DATABASE_RETRY_AFTER]],
    [
      'an I/O error with its extended code',
      ofSqlite(10 | (1 << 8)),
      ['unavailable', 'The database cannot be used right now.', DATABASE_RETRY_AFTER],
    ],
    [
      'a missing table',
      ofSqlite(1, 'no such table: doc_posts'),
      ['unavailable', 'The database is not migrated. Run quire migrate first.', undefined],
    ],
    [
      'a mistake in a statement',
      ofSqlite(1, 'near "selct": syntax error'),
      ['internal', 'The database refused a statement.', undefined],
    ],
  ])('about %s does not reveal the statement, and has a retry time', (_, error, expected) =>
    expect(told(translateSqliteError(error))).toEqual(expected),
  )

  it('of another kind is rethrown', () => {
    const other = new TypeError('not of the database')
    expect(translateSqliteError(other)).toBe(other)
  })
})
