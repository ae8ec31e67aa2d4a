import {
  type EvaluatedDocument,
  evaluate,
  type JsonValue,
  parseSort,
  parseWhere,
  resolveWhere,
  type PathStep,
  isResolved,
  resolvePath,
  type SortKey,
} from '@quirecms/core'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type DataSet, makeDocuments, scopeIn, storeDocuments, worldOf } from './data-set.ts'
import { PATIENCE, runs } from '../../setup/runs.ts'
import { pathIn, whereExpression } from './expressions.ts'
import { LOCALES } from './museum.ts'

const documents = makeDocuments(120)
const world = worldOf(documents)
const things = documents.filter(({ table }) => table === 'things')
let stored: DataSet
beforeAll(async () => {
  stored = await storeDocuments(documents, inject('postgresUrl'))
}, PATIENCE)
afterAll(() => stored?.close())

const query = fc.constantFrom(...LOCALES).chain((locale) => {
  const scope = scopeIn(locale)
  const sortable = pathIn(scope).filter((path) => {
    const resolved = resolvePath(path, scope)
    return (
      isResolved(resolved) &&
      resolved.sortable &&
      resolved.steps.every(({ kind }) => ['column', 'key', 'locale', 'hop'].includes(kind))
    )
  })
  const key: Arbitrary<string> = fc.tuple(fc.constantFrom('', '-'), sortable).map((parts) => parts.join(''))
  return fc.record({
    scope: fc.constant(scope),
    sort: fc.array(key, { minLength: 1, maxLength: 3 }),
    where: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: whereExpression(scope) }),
    limit: fc.integer({ min: 10, max: 130 }),
    offsets: fc.uniqueArray(fc.integer({ min: 0, max: 129 }), { minLength: 3, maxLength: 3 }),
  })
})

test(
  'sort: the order is that of the values, and pages are its slices',
  async () => {
    await fc.assert(
      fc.asyncProperty(query, async ({ scope, sort, where, limit, offsets }) => {
        const keys = parseSort(sort, scope)
        const condition = resolveWhere(parseWhere(where), scope)
        const expected = things.filter((one) => evaluate(condition, one, world)).toSorted(inOrderOf(keys))
        for (const { name, storage } of stored.storages) {
          const pages: string[][] = []
          for (let offset = 0; offset <= expected.length; offset += limit) {
            const page = await storage.reader.find('things', { where: condition, sort: keys, limit, offset })
            pages.push(page.map(({ id }) => id))
          }
          expect({ name, ids: pages.flat() }).toEqual({ name, ids: expected.map(({ id }) => id) })
          expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
          // The first page counts the total; with it, last pages are read from the end.
          const asked = { where: condition, sort: keys, limit: 10 }
          const { total } = await storage.reader.page('things', { ...asked, offset: 0 })
          for (const offset of [...offsets.filter((one) => one < total), Math.max(0, total - 5), total, total + 10]) {
            const page = await storage.reader.page('things', { ...asked, offset })
            const slice = expected.slice(offset, offset + 10).map(({ id }) => id)
            const got = { name, offset, total: page.total, ids: page.documents.map(({ id }) => id) }
            expect(got).toEqual({ name, offset, total: expected.length, ids: slice })
          }
        }
      }),
      runs(30),
    )
  },
  PATIENCE,
)

/** Null first, then by value; ties by id in the direction of the last key. */
function inOrderOf(keys: readonly SortKey[]): (one: EvaluatedDocument, other: EvaluatedDocument) => number {
  return (one, other) => {
    for (const { path, descending } of keys) {
      const order = compareValues(read(one, path), read(other, path))
      if (order !== 0) return descending ? -order : order
    }
    const order = compareValues(read(one, ID), read(other, ID))
    return keys.at(-1)?.descending ? -order : order
  }
}

type Sorted = string | number | boolean | null

const ID: SortKey['path'] = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' }

/** A value of another type, left by an older schema, sorts as null. So does a value in an invisible document. */
function read(start: EvaluatedDocument, { steps, storedAs }: SortKey['path']): Sorted {
  let document: EvaluatedDocument | undefined = start
  let value: JsonValue = start.data
  for (const step of steps) {
    if (step.kind === 'hop') {
      document = follow(step, value)
      value = document?.data ?? null
    } else value = step.kind === 'column' ? (document?.columns[step.name] ?? null) : into(value, step)
  }
  const type = storedAs === 'text' ? 'string' : storedAs
  return typeof value === type ? (value as Sorted) : null
}

function follow(step: Extract<PathStep, { kind: 'hop' }>, reference: JsonValue): EvaluatedDocument | undefined {
  const isPair = step.relationTo !== null && into(reference, { kind: 'key', name: 'relationTo' }) === step.relationTo
  const id = step.relationTo === null ? reference : isPair ? into(reference, { kind: 'key', name: 'value' }) : null
  const target = typeof id === 'string' ? world.get(step.table, id) : undefined
  return target && evaluate(step.scope, target, world) ? target : undefined
}

function into(value: JsonValue, step: PathStep): JsonValue {
  const keys = step.kind === 'key' ? [step.name] : step.kind === 'locale' ? step.chain : []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return keys.map((key) => value[key] ?? null).find((one) => one !== null) ?? null
}

function compareValues(one: Sorted, other: Sorted): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  if (typeof one !== 'string') return Number(one) - Number(other)
  const [left, right] = [one, String(other)].map((text) =>
    Array.from(text, (character) => character.codePointAt(0) ?? 0),
  )
  const at = left?.findIndex((code, index) => code !== right?.[index]) ?? -1
  return at === -1 ? -1 : (left?.[at] ?? 0) - (right?.[at] ?? -1)
}
