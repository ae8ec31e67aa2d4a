import { evaluate, parseWhere, resolveWhere } from '@quirecms/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type DataSet, makeDocuments, scopeIn, storeDocuments, worldOf } from './data-set.ts'
import { PATIENCE, runs } from '../../setup/runs.ts'
import { type Where, whereExpression } from './expressions.ts'
import { LOCALES } from './museum.ts'

const documents = makeDocuments(150)
const world = worldOf(documents)
const things = documents.filter(({ table }) => table === 'things')
let stored: DataSet
beforeAll(async () => {
  stored = await storeDocuments(documents, inject('postgresUrl'))
}, PATIENCE)
afterAll(() => stored?.close())

/** Documents with different results, and their values at the paths of the expression. */
function dispute(where: Where, found: readonly string[], expected: readonly string[]) {
  const asked = JSON.stringify(where)
  const shown = (ids: readonly string[]) =>
    things
      .filter(({ id }) => ids.includes(id))
      .slice(0, 3)
      .map(({ columns, data }) => ({
        ...columns,
        ...Object.fromEntries(Object.entries(data).filter(([name]) => asked.includes(`"${name}`))),
      }))
  return {
    wronglyFound: shown(found.filter((id) => !expected.includes(id))),
    wronglyMissing: shown(expected.filter((id) => !found.includes(id))),
  }
}

describe('where: storage finds what the evaluator says', () => {
  test.each(
    LOCALES.map((locale, variant) => ({ name: locale.all ? 'all locales' : locale.chain.join(), locale, variant })),
  )(
    '$name',
    async ({ locale, variant }) => {
      const scope = scopeIn(locale)
      await fc.assert(
        fc.asyncProperty(whereExpression(scope), async (where) => {
          const condition = resolveWhere(parseWhere(where), scope)
          const expected = things.filter((one) => evaluate(condition, one, world)).map(({ id }) => id)
          for (const { name, storage } of stored.storages) {
            const query = { where: condition, sort: [], limit: documents.length + 1, offset: 0 }
            const found = (await storage.reader.find('things', query)).map(({ id }) => id)
            expect({ name, ...dispute(where, found, expected) }).toEqual({ name, wronglyFound: [], wronglyMissing: [] })
            expect(found).toEqual(expected.toSorted())
            expect(await storage.reader.count('things', condition)).toBe(expected.length)
          }
        }),
        runs(50, variant),
      )
    },
    PATIENCE,
  )
})
