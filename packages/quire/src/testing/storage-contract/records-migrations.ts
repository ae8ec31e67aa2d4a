import type { RecordTable, Storage, StorageSchema } from '@quirecms/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { COUNTERS, integer, TOKENS, text, token } from './records-sample.ts'
import { document, insertAll, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const NAME = TOKENS.name
const byUser = { columns: ['userId', 'expiresAt'], unique: false }

export function recordsMigrationsContract(create: CreateStorage): void {
  describe('migrations of record tables', () => {
    let under: StorageUnderTest
    const opened: Storage[] = []

    beforeEach(async () => {
      under = await create()
    })

    afterEach(async () => {
      for (const storage of opened.splice(0)) await storage.close()
      await under.drop()
    })

    const open = async (records: readonly RecordTable[], tables: StorageSchema['tables'] = []) => {
      const storage = await under.open({ schema: { tables, records } })
      opened.push(storage)
      return storage
    }
    const migrated = async (...records: RecordTable[]) => {
      const storage = await open(records)
      await storage.migrations.apply()
      return storage
    }
    const pending = async (storage: Storage) =>
      (await storage.migrations.status()).pending.map(
        ({ description, destructive }) => description + (destructive ? ' !' : ''),
      )
    const insertToken = (storage: Storage, id: string, parts = {}) =>
      storage.transaction(({ records }) => records.insert(NAME, token(id, parts)))

    test('create the tables with their indexes, once', async () => {
      const storage = await open([TOKENS, COUNTERS])
      const steps = ['prepare the database', 'create record table sent-tokens', 'create record table counters']
      expect(await pending(storage)).toEqual(steps)
      await expect(storage.reader.records.find(NAME, {})).rejects.toMatchObject({ code: 'unavailable' })
      const { applied } = await storage.migrations.apply()
      expect(applied.map(({ description }) => description)).toEqual(steps)
      expect(await pending(storage)).toEqual([])
      expect(await pending(await open([TOKENS, COUNTERS]))).toEqual([])
    })

    test('add columns and indexes, and drop indexes', async () => {
      const before = await migrated({ ...TOKENS, indexes: [byUser] })
      await insertToken(before, 'old')
      const after = await open([
        {
          ...TOKENS,
          columns: [...TOKENS.columns, text('userAgent', true), integer('size', true)],
          indexes: [
            { columns: ['tokenHash'], unique: true },
            { columns: ['size'], unique: false },
          ],
        },
      ])
      expect(await pending(after)).toEqual([
        'drop record index sent-tokens userId expiresAt',
        'add record column sent-tokens userAgent',
        'add record column sent-tokens size',
        'create unique record index sent-tokens tokenHash',
        'create record index sent-tokens size',
      ])
      await after.migrations.apply()
      expect(await pending(after)).toEqual([])
      const old = token('old', { userAgent: null, size: null })
      expect(await after.reader.records.find(NAME, { size: null })).toEqual([old])
      expect(await insertToken(after, 'new', { tokenHash: old.tokenHash })).toBe(false)
    })

    test('keep every record of a table that gains a column, even one that is not nullable', async () => {
      const before = await migrated(TOKENS)
      await insertToken(before, 'old')
      const columns = [...TOKENS.columns, text('purpose'), integer('size')]
      const byPurpose = { columns: ['purpose', 'size'], unique: false }
      const after = await open([{ ...TOKENS, columns, indexes: [...TOKENS.indexes, byPurpose] }])
      expect(await pending(after)).toEqual([
        'add record column sent-tokens purpose',
        'add record column sent-tokens size',
        'create record index sent-tokens purpose size',
      ])
      await after.migrations.apply()
      expect(await pending(after)).toEqual([])
      const old = token('old', { purpose: '', size: 0 })
      expect(await after.reader.records.find(NAME, { purpose: '', size: 0 })).toEqual([old])
      // Instances of the previous version don't know the column.
      expect(await insertToken(before, 'older')).toBe(true)
      expect(await after.reader.records.count(NAME, {})).toBe(2)
    })

    test('drop and re-create a changed index', async () => {
      await migrated({ ...TOKENS, indexes: [{ columns: ['tokenHash'], unique: false }] })
      const after = await open([{ ...TOKENS, indexes: [{ columns: ['tokenHash'], unique: true }] }])
      expect(await pending(after)).toEqual([
        'drop record index sent-tokens tokenHash',
        'create unique record index sent-tokens tokenHash',
      ])
      await after.migrations.apply()
      expect(await pending(after)).toEqual([])
    })

    test('refuse a unique index over duplicates, and name them', async () => {
      const before = await migrated({ ...TOKENS, indexes: [] })
      await insertToken(before, 'a', { tokenHash: 'same' })
      await insertToken(before, 'b', { tokenHash: 'same' })
      const failure = await (await open([TOKENS])).migrations.apply().catch((error: unknown) => error)
      expect(failure).toMatchObject({ name: 'QuireError', code: 'conflict' })
      expect(String(failure)).toMatch(/sent-tokens.*tokenHash/)
    })

    test('refuse destructive steps without the flag', async () => {
      const before = await migrated(TOKENS, COUNTERS)
      await insertToken(before, 'kept', { userId: 'u' })
      const columns = TOKENS.columns.filter(({ name }) => name !== 'uses' && name !== 'userId')
      const after = await open([{ ...TOKENS, columns, indexes: [] }])
      const drops = [
        'drop record column sent-tokens userId !',
        'drop record column sent-tokens uses !',
        'drop record table counters !',
      ]
      expect(await pending(after)).toEqual([
        'drop record index sent-tokens tokenHash',
        'drop record index sent-tokens userId expiresAt',
        ...drops,
      ])
      await expect(after.migrations.apply()).rejects.toMatchObject({ code: 'invalid_state' })
      await after.migrations.apply({ destructive: 'leave' })
      expect(await pending(after)).toEqual(drops)
      // The removed column was required, but must not prevent inserts.
      const fresh = { id: 'fresh', tokenHash: 'h', expiresAt: null }
      expect(await after.transaction(({ records }) => records.insert(NAME, fresh))).toBe(true)
      await after.migrations.apply({ destructive: true })
      expect(await pending(after)).toEqual([])
      expect(await after.reader.records.find(NAME, { id: 'fresh' })).toEqual([fresh])
      expect(await after.reader.records.count(NAME, {})).toBe(2)
      await expect(before.reader.records.find(COUNTERS.name, {})).rejects.toMatchObject({ code: 'unavailable' })
    })

    const replaced: readonly (readonly [string, RecordTable])[] = [
      ['another key', { ...TOKENS, key: ['tokenHash'], indexes: [byUser] }],
      ['another type', { ...TOKENS, columns: TOKENS.columns.map((one) => (one.name === 'uses' ? text('uses') : one)) }],
    ]

    test.each(replaced)('with %s, replace the table', async (_, changed) => {
      await insertToken(await migrated(TOKENS), 'old')
      const after = await open([changed])
      expect(await pending(after)).toEqual(['replace record table sent-tokens !'])
      await after.migrations.apply({ destructive: 'leave' })
      expect(await pending(after)).toEqual(['replace record table sent-tokens !'])
      await after.migrations.apply({ destructive: true })
      expect(await pending(after)).toEqual([])
      expect(await after.reader.records.count(NAME, {})).toBe(0)
    })

    test('keep document tables of the same name apart', async () => {
      const both = await open([TOKENS], [table(NAME)])
      await both.migrations.apply()
      await insertAll(both, NAME, [document('a')])
      await insertToken(both, 'a')
      const records = await open([TOKENS])
      await records.migrations.apply({ destructive: true })
      expect(await pending(records)).toEqual([])
      expect(await records.reader.records.count(NAME, {})).toBe(1)
      expect(await pending(await open([], [table(NAME)]))).toEqual([
        'create table sent-tokens',
        'drop record table sent-tokens !',
      ])
    })

    test('map names that a database would not accept', async () => {
      const odd = ['Sessions', 'sessions', 'a"b', 'ü', 'x'.repeat(70), `${'x'.repeat(70)}y`]
      const tables = odd.map((name) => ({ ...COUNTERS, name, indexes: [{ columns: ['n'], unique: false }] }))
      const storage = await migrated(...tables)
      await storage.transaction(async ({ records }) => {
        for (const name of odd) await records.insert(name, { collection: name, name: 'order', n: 1 })
      })
      for (const name of odd) {
        expect(await storage.reader.records.find(name, {})).toEqual([{ collection: name, name: 'order', n: 1 }])
      }
    })

    const mistakes: readonly (readonly [string, readonly RecordTable[]])[] = [
      ['two tables of one name', [TOKENS, TOKENS]],
      ['no key', [{ ...TOKENS, key: [] }]],
      ['a key that may be null', [{ ...TOKENS, key: ['userId'] }]],
      ['a key of no column', [{ ...TOKENS, key: ['nothing'] }]],
      ['two columns that are one in the database', [{ ...TOKENS, columns: [...TOKENS.columns, text('user_id')] }]],
      ['a column with a name of its own kind', [{ ...TOKENS, columns: [...TOKENS.columns, text('a"b')] }]],
      ['an index of no column', [{ ...TOKENS, indexes: [{ columns: ['nothing'], unique: false }] }]],
      ['two indexes of the same columns', [{ ...TOKENS, indexes: [byUser, { ...byUser, unique: true }] }]],
    ]

    test.each(mistakes)('%s is a programming error', async (_, records) => {
      await expect(open(records)).rejects.toThrow(Error)
    })
  })
}
