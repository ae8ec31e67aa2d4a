import { type AnyTestApp, createTestApp, describeEachDatabase } from '@quirecms/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { insertDocuments, makeDocuments, scopeIn } from './data-set.ts'
import { PATIENCE, runs } from '../../setup/runs.ts'
import { type Where, whereExpression } from './expressions.ts'
import { EVERY_LOCALE, museum } from './museum.ts'

/** The negation of each operator; `exists` is negated by its value. */
const OPPOSITES: Readonly<Record<string, string>> = {
  equals: 'not_equals',
  not_equals: 'equals',
  in: 'not_in',
  not_in: 'in',
}

const MOST = 100
const documents = makeDocuments(MOST - 10)
const scope = scopeIn(EVERY_LOCALE)
const all = documents.flatMap(({ table, id }) => (table === 'things' ? [id] : [])).toSorted()

describeEachDatabase('complements through the public API (%s)', (dialect) => {
  const RUNS = runs(dialect === 'sqlite' ? 20 : 6)
  let under: AnyTestApp
  beforeAll(async () => {
    const made = await createTestApp(museum, { dialect, postgresUrl: inject('postgresUrl') })
    under = made
    await insertDocuments(made.app.storage, documents)
  }, PATIENCE)
  afterAll(() => under?.close())

  async function find(where: Where): Promise<string[]> {
    const things = under.local.asSystem().collection('things')
    const options = { where, locale: 'all', select: {} }
    const { docs } = (await things.find({ ...options, limit: MOST })) as { docs: { id: string }[] }
    expect(await things.count(options)).toEqual({ count: docs.length })
    return docs.map(({ id }) => id)
  }

  async function expectComplement(one: Where, other: Where): Promise<void> {
    const [found, rest] = [await find(one), await find(other)]
    expect([...found, ...rest].toSorted()).toEqual(all)
  }

  test(
    '`not` finds exactly what its expression does not',
    async () => {
      const property = fc.asyncProperty(whereExpression(scope), (where) => expectComplement(where, { not: where }))
      await fc.assert(property, RUNS)
    },
    PATIENCE,
  )

  test(
    'and so do negated operators',
    async () => {
      const comparison = whereExpression(scope).filter((where) => negated(where) !== null)
      const property = fc.asyncProperty(comparison, (where) => expectComplement(where, negated(where) ?? {}))
      await fc.assert(property, RUNS)
    },
    PATIENCE,
  )
})

/** The comparison with the negated operator; null if there is none. */
function negated(where: Where): Where | null {
  const [[path, tests] = ['and', {}], ...others] = Object.entries(where)
  if (others.length > 0 || ['and', 'or', 'not'].includes(path)) return null
  const [[operator, value] = ['', null], ...more] = Object.entries(tests as object) as [string, unknown][]
  if (more.length > 0) return null
  if (operator === 'exists') return { [path]: { exists: value !== true } }
  const opposite = OPPOSITES[operator]
  return opposite === undefined ? null : { [path]: { [opposite]: value } }
}
