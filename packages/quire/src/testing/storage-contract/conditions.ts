import { type Condition, evaluate, type JsonObject, OPERATOR_TABLE, type Storage, type Test } from '@quirecms/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCases } from './list-cases.ts'
import { otherCases } from './other-cases.ts'
import { partCases } from './part-cases.ts'
import { always, column, compare, document, insertAll, not, openMigrated, table } from './sample.ts'
import { scalarCases } from './scalar-cases.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const conditionGroups = [...scalarCases, ...listCases, ...otherCases, ...partCases]

async function idsOf(storage: Storage, name: string, where: Condition): Promise<string[]> {
  const found = await storage.reader.find(name, { where, sort: [], limit: 1000, offset: 0 })
  return found.map(({ id }) => id).toSorted()
}

const sorted = (ids: string): string[] => ids.split(' ').filter(Boolean).toSorted()

function testsIn(condition: Condition): Test['op'][] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.flatMap(testsIn)
    case 'not':
    case 'some':
      return testsIn(condition.of)
    case 'compare':
      return [condition.test.op]
    default:
      return []
  }
}

export function conditionsContract(create: CreateStorage): void {
  describe('conditions', () => {
    let under: StorageUnderTest
    let storage: Storage
    const columns = [
      { name: 'deletedAt', type: 'text' },
      { name: 'publishedRevision', type: 'integer' },
    ] as const

    beforeAll(async () => {
      under = await create()
      const tables = conditionGroups.flatMap(({ name, indexes = [] }) => [
        table(`plain ${name}`),
        table(`indexed ${name}`, { indexes }),
      ])
      storage = await openMigrated(under, { schema: { tables: [...tables, table('columns', { columns })] } })
      for (const { name, documents } of conditionGroups) {
        const all = Object.entries(documents).map(([id, data]) => document(id, data))
        await insertAll(storage, `plain ${name}`, all)
        await insertAll(storage, `indexed ${name}`, all)
      }
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    for (const { name, documents, indexes, cases } of conditionGroups) {
      const tables = indexes ? [`plain ${name}`, `indexed ${name}`] : [`plain ${name}`]
      for (const tableName of tables) {
        describe(tableName, () => {
          test.each(cases)('%s', async (_name, condition, found) => {
            const expected = sorted(found)
            const others = Object.keys(documents)
              .filter((id) => !expected.includes(id))
              .toSorted()
            expect(await idsOf(storage, tableName, condition)).toEqual(expected)
            expect(await idsOf(storage, tableName, not(condition))).toEqual(others)
            expect(await storage.reader.count(tableName, condition)).toBe(expected.length)
          })
        })
      }

      test.each(cases)(`in memory, ${name}: %s`, (_name, condition, found) => {
        const passing = Object.entries(documents).filter(([, data]) => evaluate(condition, inMemory(data)))
        expect(passing.map(([id]) => id).toSorted()).toEqual(sorted(found))
      })
    }

    test('every operator has a case', () => {
      const tested = new Set(
        conditionGroups.flatMap(({ cases }) => cases.flatMap(([, condition]) => testsIn(condition))),
      )
      const made = Object.values(OPERATOR_TABLE).flatMap((row) => ('test' in row ? [row.test] : []))
      expect(made.filter((op) => !tested.has(op))).toEqual([])
    })

    test('columns', async () => {
      const at = '2026-02-01T00:00:00.000Z'
      await insertAll(storage, 'columns', [
        document('one', {}, { columns: { deletedAt: at, publishedRevision: 3 } }),
        document('two', {}, { revision: 7, createdAt: at, columns: { deletedAt: null, publishedRevision: null } }),
      ])
      const cases: [Condition, string][] = [
        [compare(column('id'), { op: 'equals', value: 'one' }), 'one'],
        [compare(column('id'), { op: 'in', values: ['two', 'three'] }), 'two'],
        [compare(column('revision', 'number'), { op: 'gt', value: 1.5 }), 'two'],
        [compare(column('revision', 'number'), { op: 'lt', value: 1e300 }), 'one two'],
        [compare(column('revision', 'number'), { op: 'in', values: [1, 1.5] }), 'one'],
        [compare(column('createdAt'), { op: 'gte', value: at }), 'two'],
        [compare(column('deletedAt'), { op: 'is_null' }), 'two'],
        [compare(column('deletedAt'), { op: 'is_set' }), 'one'],
        [compare(column('publishedRevision', 'number'), { op: 'equals', value: 3 }), 'one'],
        [not(compare(column('publishedRevision', 'number'), { op: 'equals', value: 3 })), 'two'],
        [compare(column('id'), { op: 'equals', value: 'one\0' }), ''],
        [compare(column('id'), { op: 'starts_with', value: 'TW' }), 'two'],
      ]
      for (const [condition, found] of cases) {
        expect(await idsOf(storage, 'columns', condition)).toEqual(sorted(found))
      }
    })

    test('a comparison with a value that cannot be stored finds nothing', async () => {
      const condition = compare({ storedAs: 'text', steps: [{ kind: 'key', name: 't' }] }, { op: 'gt', value: '\0' })
      expect(await storage.reader.count('plain text', condition)).toBe(0)
      expect(await storage.reader.count('plain text', not(condition))).toBe(15)
    })

    test('a cached statement works with other values', async () => {
      const name = 'plain numbers'
      const numbers = (values: number[]) => compare(conditionNumber, { op: 'in', values })
      expect(await storage.reader.count(name, numbers([0, 1]))).toBe(2)
      expect(await storage.reader.count(name, numbers([0]))).toBe(1)
      expect(await storage.reader.count(name, numbers([]))).toBe(0)
      expect(await storage.reader.count(name, always)).toBe(11)
    })
  })
}

const conditionNumber = { storedAs: 'number', steps: [{ kind: 'key', name: 'n' }] } as const

function inMemory(data: JsonObject) {
  return { columns: {}, data }
}
