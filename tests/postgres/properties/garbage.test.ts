import { OPERATORS, QuireError } from '@quirecms/core'
import { type AnyTestApp, createTestApp, describeEachDatabase } from '@quirecms/testkit'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { insertDocuments, makeDocuments, scopeIn } from './data-set.ts'
import { PATIENCE, runs } from '../../setup/runs.ts'
import { pathIn } from './expressions.ts'
import { EVERY_LOCALE, museum } from './museum.ts'
import { anyJson, KEYS, text } from './values.ts'

const JUNCTIONS = ['and', 'or', 'not'] as const

/** Invalid queries of valid words: right keys in wrong places, values of any type. */
const nonsense: Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    { weight: 2, arbitrary: anyJson },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 6, arbitrary: fc.dictionary(word(), tie('value'), { maxKeys: 3, noNullPrototype: true }) },
  ),
})).value

function word(): Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: pathIn(scopeIn(EVERY_LOCALE)) },
    { weight: 3, arbitrary: fc.constantFrom(...OPERATORS) },
    { weight: 3, arbitrary: fc.constantFrom(...JUNCTIONS) },
    { weight: 1, arbitrary: fc.constantFrom(...KEYS) },
    { weight: 1, arbitrary: text },
  )
}

describeEachDatabase('any query is answered or refused, and never fails (%s)', (dialect) => {
  let under: AnyTestApp
  beforeAll(async () => {
    const made = await createTestApp(museum, { dialect, postgresUrl: inject('postgresUrl') })
    under = made
    await insertDocuments(made.app.storage, makeDocuments(20))
  }, PATIENCE)
  afterAll(() => under?.close())

  async function attempt(options: object): Promise<void> {
    const things = under.local.asSystem().collection('things')
    try {
      await things.find({ ...options, locale: 'all' })
    } catch (error) {
      if (!(error instanceof QuireError) || error.code !== 'invalid_query') throw error
      expect(error.issues?.length).toBeGreaterThan(0)
    }
  }

  test(
    'where',
    () =>
      fc.assert(
        fc.asyncProperty(nonsense, (where) => attempt({ where })),
        runs(100),
      ),
    PATIENCE,
  )

  test(
    'sort',
    () =>
      fc.assert(
        fc.asyncProperty(fc.oneof(fc.array(fc.oneof(word(), anyJson), { maxLength: 4 }), anyJson), (sort) =>
          attempt({ sort }),
        ),
        runs(60),
      ),
    PATIENCE,
  )
})
