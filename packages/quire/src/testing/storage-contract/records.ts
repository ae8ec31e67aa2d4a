import type {
  Condition,
  RecordMatch,
  RecordQuery,
  RecordRow,
  RecordTable,
  Storage,
  Test,
  RecordWriter,
} from '@quirecms/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COUNTERS, TOKENS, text, token } from './records-sample.ts'
import { openMigrated } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const NAME = TOKENS.name

const ALIASES: RecordTable = {
  name: 'aliases',
  columns: [text('id'), text('alias', true)],
  key: ['id'],
  indexes: [{ columns: ['alias'], unique: true }],
}

/** Texts that PostgreSQL can't store. */
const UNSTORABLE = ['a\0b', '\ud800', 'x\udc00']

export function recordsContract(create: CreateStorage): void {
  describe('records', () => {
    let under: StorageUnderTest
    let storage: Storage

    beforeAll(async () => {
      under = await create()
      storage = await openMigrated(under, { schema: { tables: [], records: [TOKENS, COUNTERS, ALIASES] } })
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    beforeEach(() =>
      storage.transaction(async ({ records }) => {
        await records.remove(NAME, {})
        await records.remove(COUNTERS.name, {})
      }),
    )

    const insert = (...rows: RecordRow[]) =>
      storage.transaction(async ({ records }) => {
        const inserted: boolean[] = []
        for (const row of rows) inserted.push(await records.insert(NAME, row))
        return inserted
      })
    const update = (match: RecordMatch, changes: RecordRow) =>
      storage.transaction(({ records }) => records.update(NAME, match, changes))
    const ids = async (match: RecordMatch, query?: RecordQuery) => {
      const found = await storage.reader.records.find(NAME, match, query)
      return found.map(({ id }) => id).join(' ')
    }

    test('are found by comparisons of their columns', async () => {
      await insert(
        token('a', { uses: 3, userId: 'Ann' }),
        token('b', { uses: 4, userId: 'annette' }),
        token('c', { userId: 'bob', expiresAt: 'soon' }),
      )
      const at = (name: string, storedAs: 'text' | 'number', check: Test): Condition => ({
        kind: 'compare',
        path: { steps: [{ kind: 'column', name }], storedAs },
        test: check,
      })
      const found = async (where: Condition, match: RecordMatch = {}) => {
        const { records } = storage.reader
        expect(await records.count(NAME, match, where)).toBe((await records.find(NAME, match, { where })).length)
        return ids(match, { where, sort: { column: 'id', descending: true } })
      }
      const many = at('uses', 'number', { op: 'gte', value: 4 })
      const ann = at('userId', 'text', { op: 'starts_with', value: 'ann' })
      expect(await found(many)).toBe('b')
      expect(await found(ann)).toBe('b a')
      expect(await found({ kind: 'and', of: [ann, { kind: 'not', of: many }] })).toBe('a')
      expect(await found({ kind: 'or', of: [many, at('userId', 'text', { op: 'equals', value: 'bob' })] })).toBe('c b')
      expect(await found(at('userId', 'text', { op: 'in', values: ['bob', 'Ann'] }))).toBe('c a')
      // Null is not "soon" either.
      expect(await found({ kind: 'not', of: at('expiresAt', 'text', { op: 'equals', value: 'soon' }) })).toBe('b a')
      expect(await found(at('expiresAt', 'text', { op: 'is_null' }), { id: 'a' })).toBe('a')
      expect(await found(ann, { id: 'b' })).toBe('b')
      expect(await found({ kind: 'never' })).toBe('')
      // Counting stops at the limit.
      const upTo = (most: number, match: RecordMatch, where?: Condition) =>
        storage.reader.records.count(NAME, match, where, most)
      expect([await upTo(1, {}, ann), await upTo(9, {}, ann)]).toEqual([1, 2])
      expect([await upTo(2, {}), await upTo(2, { id: 'a' })]).toEqual([2, 1])
      const elsewhere: Condition = {
        kind: 'compare',
        path: { steps: [{ kind: 'key', name: 'userId' }], storedAs: 'text' },
        test: { op: 'is_set' },
      }
      await expect(found(elsewhere)).rejects.toThrow('columns')
    })

    test('are summed', async () => {
      expect(await storage.reader.records.sum(NAME, 'uses', {})).toBe(0)
      await insert(token('a', { uses: 3 }), token('b', { uses: 4 }), token('c', { userId: 'other' }))
      expect(await storage.reader.records.sum(NAME, 'uses', {})).toBe(7)
      expect(await storage.reader.records.sum(NAME, 'uses', { id: 'b' })).toBe(4)
      expect(await storage.reader.records.sum(NAME, 'uses', { userId: 'other' })).toBe(0)
      await update({ id: 'a' }, { uses: 2 ** 40 })
      expect(await storage.reader.records.sum(NAME, 'uses', {})).toBe(2 ** 40 + 4)
    })

    test('round-trip', async () => {
      const full = token('a', { userId: 'Ünï 😀 "\' \\ %_', uses: Number.MAX_SAFE_INTEGER, expiresAt: '' })
      const negative = token('b', { uses: Number.MIN_SAFE_INTEGER })
      expect(await insert(full, negative)).toEqual([true, true])
      expect(await storage.reader.records.find(NAME, {})).toEqual([full, negative])
    })

    test('nullable columns may be left out', async () => {
      await insert({ id: 'a', tokenHash: 'h', uses: 1 })
      expect(await storage.reader.records.find(NAME, {})).toEqual([token('a', { tokenHash: 'h', uses: 1 })])
    })

    test('values are never interpreted as SQL', async () => {
      const value = `'; drop table "rec_sent-tokens"; --`
      await insert(token('a', { userId: value }), token('b'))
      expect(await ids({ userId: value })).toBe('a')
      expect(await update({ userId: value }, { userId: `${value}$1?` })).toBe(1)
      expect(await ids({ userId: `${value}$1?` })).toBe('a')
    })

    describe('find', () => {
      beforeEach(() =>
        insert(
          token('e', { userId: 'u', uses: 3, expiresAt: '2026-01-03' }),
          token('b', { userId: 'u', uses: 10, expiresAt: '2026-01-01' }),
          token('B', { userId: 'U', uses: -1, expiresAt: '2026-01-02' }),
          token('ä', { userId: 'v', uses: 3 }),
          token('a', { uses: 2 }),
        ),
      )

      const cases: readonly (readonly [string, RecordMatch, RecordQuery | undefined, string])[] = [
        ['all, by the key, byte by byte', {}, undefined, 'B a b e ä'],
        ['by one column', { userId: 'u' }, undefined, 'b e'],
        ['by several', { userId: 'u', uses: 3 }, undefined, 'e'],
        ['by null', { userId: null }, undefined, 'a'],
        ['by null and a value', { expiresAt: null, uses: 3 }, undefined, 'ä'],
        ['never by the empty text where there is null', { userId: '' }, undefined, ''],
        ['above a number, without it', { uses: { above: 2 } }, undefined, 'b e ä'],
        ['below a number, without it', { uses: { below: 2 } }, undefined, 'B'],
        ['below a text, without null', { expiresAt: { below: '2026-01-03' } }, undefined, 'B b'],
        ['above a text, without null', { expiresAt: { above: '2026-01-01' } }, undefined, 'B e'],
        ['between', { expiresAt: { above: '2026-01-01', below: '2026-01-03' } }, undefined, 'B'],
        ['by a range and a value', { userId: 'u', expiresAt: { above: '2026' } }, undefined, 'b e'],
        ['by one of several values', { userId: { oneOf: ['v', 'U', 'none'] } }, undefined, 'B ä'],
        ['by one of several and another column', { uses: { oneOf: [3, 10] }, userId: 'u' }, undefined, 'b e'],
        ['nothing, where there is nothing to choose from', { userId: { oneOf: [] } }, undefined, ''],
        ['by what can be stored of a choice', { userId: { oneOf: ['\0', 'v'] } }, undefined, 'ä'],
        ['sorted by a number', {}, { sort: { column: 'uses', descending: false } }, 'B a e ä b'],
        ['descending, ties as well', {}, { sort: { column: 'uses', descending: true } }, 'b ä e a B'],
        ['sorted, null first', {}, { sort: { column: 'expiresAt', descending: false } }, 'a ä b B e'],
        ['descending, null last', {}, { sort: { column: 'expiresAt', descending: true } }, 'e B b ä a'],
        ['by the key, descending', {}, { sort: { column: 'id', descending: true } }, 'ä e b a B'],
        ['at most two', {}, { limit: 2 }, 'B a'],
        ['none', {}, { limit: 0 }, ''],
        ['from the fourth on', {}, { offset: 3 }, 'e ä'],
        ['the second page', { uses: { above: 1 } }, { limit: 2, offset: 2 }, 'e ä'],
        ['the page of a sort', {}, { sort: { column: 'uses', descending: true }, limit: 2, offset: 1 }, 'ä e'],
        ['beyond the last', {}, { limit: 2, offset: 9 }, ''],
      ]

      test.each(cases)('%s', async (_, match, query, expected) => {
        expect(await ids(match, query)).toBe(expected)
        const inside = await storage.transaction(({ records }) => records.find(NAME, match, { ...query, lock: true }))
        expect(inside.map(({ id }) => id).join(' ')).toBe(expected)
        if (!query) expect(await storage.reader.records.count(NAME, match)).toBe(inside.length)
      })

      test('without excluded columns', async () => {
        const query: RecordQuery = { sort: { column: 'uses', descending: true }, limit: 2 }
        const match = { uses: { above: 2 } }
        const expected = [
          { uses: 10, id: 'b' },
          { uses: 3, id: 'ä' },
        ]
        expect(await storage.reader.records.findColumns(NAME, ['uses', 'id'], match, query)).toEqual(expected)
        const inside = storage.transaction(({ records }) => records.findColumns(NAME, ['uses', 'id'], match, query))
        expect(await inside).toEqual(expected)
        expect(await storage.reader.records.find(NAME, match, query)).toMatchObject([
          { id: 'b', userId: 'u' },
          { id: 'ä', userId: 'v' },
        ])
        await expect(storage.reader.records.findColumns(NAME, ['secret'], {})).rejects.toThrow('no column secret')
      })

      test('never by a value that cannot be stored', async () => {
        for (const value of UNSTORABLE) {
          expect(await ids({ userId: value })).toBe('')
          expect(await ids({ id: { above: value } })).toBe('')
          expect(await storage.reader.records.count(NAME, { userId: value })).toBe(0)
          expect(await update({ userId: value }, { uses: 0 })).toBe(0)
          expect(await storage.transaction(({ records }) => records.remove(NAME, { userId: value }))).toBe(0)
        }
        expect(await storage.reader.records.count(NAME, {})).toBe(5)
      })
    })

    test('an insert is refused if the key exists', async () => {
      expect(await insert(token('a', { uses: 1 }), token('a', { uses: 2, tokenHash: 'other' }))).toEqual([true, false])
      expect(await storage.reader.records.find(NAME, {})).toEqual([token('a', { uses: 1 })])
    })

    test('an insert is refused if a unique value exists', async () => {
      expect(await insert(token('a', { tokenHash: 'same' }), token('b', { tokenHash: 'same' }))).toEqual([true, false])
      expect(await ids({})).toBe('a')
    })

    test('several nulls are allowed in a unique index', async () => {
      const insertAlias = (id: string, alias: string | null) =>
        storage.transaction(({ records }) => records.insert(ALIASES.name, { id, alias }))
      expect(await insertAlias('a', null)).toBe(true)
      expect(await insertAlias('b', null)).toBe(true)
      expect(await insertAlias('c', '')).toBe(true)
      expect(await insertAlias('d', '')).toBe(false)
    })

    test('a key of two columns conflicts only on both', async () => {
      const added = await storage.transaction(async ({ records }) => [
        await records.insert(COUNTERS.name, { collection: 'x', name: 'a', n: 1 }),
        await records.insert(COUNTERS.name, { collection: 'y', name: 'a', n: 2 }),
        await records.insert(COUNTERS.name, { collection: 'x', name: 'a', n: 3 }),
      ])
      expect(added).toEqual([true, true, false])
      expect(await storage.reader.records.find(COUNTERS.name, { name: 'a' })).toMatchObject([{ n: 1 }, { n: 2 }])
    })

    test('updates return the number of changed records, and leave the rest', async () => {
      await insert(token('a', { userId: 'u', uses: 1 }), token('b', { userId: 'u', uses: 2 }), token('c', { uses: 3 }))
      expect(await update({ userId: 'u' }, { uses: 9, userId: null })).toBe(2)
      expect(await update({ id: 'c', uses: 9 }, { uses: 0 })).toBe(0)
      expect(await storage.reader.records.find(NAME, {})).toEqual([
        token('a', { uses: 9 }),
        token('b', { uses: 9 }),
        token('c', { uses: 3 }),
      ])
      expect(await update({}, { expiresAt: 'later' })).toBe(3)
    })

    test('removals return the number of removed records', async () => {
      await insert(token('a', { expiresAt: '1' }), token('b', { expiresAt: '2' }), token('c'))
      const remove = (match: RecordMatch) => storage.transaction(({ records }) => records.remove(NAME, match))
      expect(await remove({ expiresAt: { below: '2' } })).toBe(1)
      expect(await remove({ id: 'x' })).toBe(0)
      expect(await remove({ id: { oneOf: [] } })).toBe(0)
      expect(await ids({})).toBe('b c')
      expect(await remove({})).toBe(2)
    })

    test('an update to an existing unique value is a conflict', async () => {
      await insert(token('a'), token('b'))
      await expect(update({ id: 'b' }, { tokenHash: 'hash of a' })).rejects.toMatchObject({ code: 'conflict' })
      await expect(update({ id: 'b' }, { id: 'a' })).rejects.toMatchObject({ code: 'conflict' })
      expect(await ids({ tokenHash: 'hash of b' })).toBe('b')
    })

    test('a value that cannot be stored is refused', async () => {
      await insert(token('a'))
      for (const value of UNSTORABLE) {
        await expect(insert(token('b', { userId: value }))).rejects.toMatchObject({ code: 'validation' })
        await expect(update({ id: 'a' }, { userId: value })).rejects.toMatchObject({ code: 'validation' })
      }
      expect(await storage.reader.records.find(NAME, {})).toEqual([token('a')])
    })

    test('long texts are found by an index up to the same limit in every database', async () => {
      // A text that no database can compress.
      const long = Array.from({ length: 900 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
      await insert(token('a', { tokenHash: long.slice(0, 800), userId: long.slice(0, 400) }))
      expect(await ids({ tokenHash: long.slice(0, 800), userId: long.slice(0, 400) })).toBe('a')
      await expect(insert(token('b', { tokenHash: long }))).rejects.toMatchObject({ code: 'validation' })
      await expect(update({ id: 'a' }, { userId: long })).rejects.toMatchObject({ code: 'validation' })
      expect(await ids({ tokenHash: long })).toBe('')
    })

    test.each(MISTAKES)('%s is a programming error', async (_, run) => {
      await insert(token('kept'))
      const failure = await run(storage).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toHaveProperty('code')
      expect(await storage.reader.records.find(NAME, {})).toEqual([token('kept')])
    })
  })
}

const by = (column: string) => ({ column, descending: false })

/**
 * Programming errors that the compiler can't detect. They are no errors of the client, so they have no code.
 */
const MISTAKES: readonly (readonly [string, (storage: Storage) => Promise<unknown>])[] = [
  ['an unknown table', ({ reader }) => reader.records.find('nothing', {})],
  ['an unknown column', ({ reader }) => reader.records.find(NAME, { nothing: 1 })],
  ['the name of a column in the database', ({ reader }) => reader.records.count(NAME, { token_hash: 'x' })],
  ['a sort by an unknown column', ({ reader }) => reader.records.find(NAME, {}, { sort: by('nothing') })],
  ['a number for a text', ({ reader }) => reader.records.find(NAME, { id: 1 })],
  ['a text for a number', ({ reader }) => reader.records.find(NAME, { uses: '1' })],
  ['a fraction', ({ reader }) => reader.records.find(NAME, { uses: { above: 1.5 } })],
  ['a match that is undefined', ({ reader }) => reader.records.find(NAME, { id: undefined })],
  ['a range without a bound', ({ reader }) => reader.records.count(NAME, { id: {} } as never)],
  ['a negative limit', ({ reader }) => reader.records.find(NAME, {}, { limit: -1 })],
  ['an unknown column in a record', writing((records) => records.insert(NAME, token('a', { nothing: 1 })))],
  ['a record without what it needs', writing((records) => records.insert(NAME, { id: 'a', uses: 1 }))],
  ['null where it may not be', writing((records) => records.insert(NAME, token('a', { uses: null })))],
  ['an update to null where it may not be', writing((records) => records.update(NAME, {}, { uses: null }))],
  ['an update of nothing', writing((records) => records.update(NAME, {}, {}))],
  ['a removal by an unknown column', writing((records) => records.remove(NAME, { nothing: null }))],
  ['a removal by what is undefined', writing((records) => records.remove(NAME, { id: undefined }))],
]

function writing(work: (records: RecordWriter) => Promise<unknown>): (storage: Storage) => Promise<unknown> {
  return (storage) => storage.transaction(({ records }) => work(records))
}
