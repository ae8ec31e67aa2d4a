import type { QuireConfig } from '@quire/core'
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest'
import { DIALECTS_OF, type Matrix } from './matrix.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import type { Dialect } from './test-database.ts'

/** An application, those who act in it, and where its tests run. */
export interface TestSetup<Config extends QuireConfig> extends Omit<TestAppOptions, 'dialect' | 'postgresUrl'> {
  readonly config: Config
  readonly matrix?: Matrix
}

/**
 * Tests of one application on both databases, or on those of the `matrix`. It starts once for all of them, and each begins with no
 * documents.
 *
 * @example
 * onEachDatabase('transactions', { config: blog }, (app) => {
 *   it('starts empty', async () => expect(await app().app.local.collections.posts.count()).toEqual({ count: 0 }))
 * })
 */
export function onEachDatabase<Config extends QuireConfig>(
  title: string,
  { config, matrix = 'full', ...options }: TestSetup<Config>,
  define: (app: () => TestApp<Config>, dialect: Dialect) => void,
): void {
  for (const dialect of DIALECTS_OF[matrix]) {
    describe(`${title} (${dialect})`, () => {
      let test: TestApp<Config> | undefined
      beforeAll(async () => {
        test = await createTestApp(config, { ...options, dialect, postgresUrl: inject('postgresUrl') })
      })
      afterAll(() => test?.close())
      beforeEach(() => test?.clear())
      define(() => {
        if (!test) throw new Error('the application runs from the first test on')
        return test
      }, dialect)
    })
  }
}
