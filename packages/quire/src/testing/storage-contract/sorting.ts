import type { JsonObject, SortKey, Storage } from '@quirecms/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { always, column, document, index, insertAll, locale, openMigrated, path, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const t = path('text', 't')
const n = path('number', 'n')
const b = path('boolean', 'b')
const localized = path('text', 'l', locale('de', 'en'))

const up = (key: SortKey['path']): SortKey => ({ path: key, descending: false })
const down = (key: SortKey['path']): SortKey => ({ path: key, descending: true })

const long = 'x'.repeat(3000)

const documents: Readonly<Record<string, JsonObject>> = {
  a: { t: 'b', n: 10, b: true, l: { en: 'm' } },
  b: { t: 'B', n: 9, b: false, l: { de: 'a', en: 'z' } },
  c: { t: null, n: -1, b: null, l: {} },
  d: { n: 0.5 },
  e: { t: 'b', n: 9, b: true, l: { de: null, en: 'b' } },
  f: { t: '😀', n: 'text' },
  g: { t: '\uffee', n: null },
  h: { t: `${long}2`, n: 1e300 },
  i: { t: `${long}1`, n: -1e300 },
}

const cases: readonly (readonly [string, readonly SortKey[], string])[] = [
  ['nothing: by id', [], 'abcdefghi'],
  ['text by code points, null first, ties by id', [up(t)], 'cdbaeihgf'],
  ['text descending, ties by id descending', [down(t)], 'fghieabdc'],
  ['numbers by value; other types are null', [up(n)], 'fgicdbeah'],
  ['numbers descending', [down(n)], 'haebdcigf'],
  ['booleans', [up(b)], 'cdfghibae'],
  ['the first set locale', [up(localized)], 'cdfghibea'],
  ['two keys; ties in the direction of the last', [up(b), down(n)], 'hdcigfbae'],
  ['a column', [down(column('createdAt'))], 'ihgfedcba'],
  ['id itself', [down(column('id'))], 'ihgfedcba'],
  ['a column that may be null', [up(column('deletedAt'))], 'bcdefghia'],
  ['a column that may be null, descending', [down(column('deletedAt'))], 'aihgfedcb'],
]

export function sortingContract(create: CreateStorage): void {
  describe('sorting', () => {
    let under: StorageUnderTest
    let storage: Storage

    beforeAll(async () => {
      under = await create()
      const columns = [{ name: 'deletedAt', type: 'text' }] as const
      const indexes = [index('t', t), index('n', n), index('b', b), index('deletedAt', column('deletedAt'))]
      const tables = [table('plain', { columns }), table('indexed', { columns, indexes })]
      storage = await openMigrated(under, { schema: { tables } })
      for (const { name } of tables) {
        const all = Object.entries(documents).map(([id, data]) =>
          document(id, data, { columns: { deletedAt: id === 'a' ? '2026' : null } }),
        )
        await insertAll(storage, name, all)
      }
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    describe.each(['plain', 'indexed'])('%s', (name) => {
      test.each(cases)('%s', async (_name, sort, expected) => {
        const query = { where: always, sort, limit: 100, offset: 0 }
        const found = await storage.reader.find(name, query)
        expect(found.map(({ id }) => id).join('')).toBe(expected)
        expect((await storage.reader.findIds(name, query)).join('')).toBe(expected)
      })

      test('pages never overlap', async () => {
        let ids = ''
        for (let offset = 0; offset < 12; offset += 2) {
          const page = await storage.reader.find(name, { where: always, sort: [up(b)], limit: 2, offset })
          ids += page.map(({ id }) => id).join('')
          expect(await storage.reader.findIds(name, { where: always, sort: [up(b)], limit: 2, offset })).toEqual(
            page.map(({ id }) => id),
          )
        }
        expect(ids).toBe('cdfghibae')
      })
    })
  })
}
