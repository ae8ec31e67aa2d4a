import type { QuireConfig } from '@quirecms/core'
import { beforeAll, beforeEach, describe } from 'vitest'
import { DIALECTS_OF, type Matrix } from './matrix.ts'
import { sharedInFile } from './shared-in-file.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import { type Dialect, postgresOfTests } from './test-database.ts'

/** An application, its actors, and where its tests run. */
export interface TestSetup<Config extends QuireConfig> extends Omit<TestAppOptions, 'dialect' | 'postgresUrl'> {
  readonly config: Config
  readonly matrix?: Matrix
}

/**
 * Runs tests of one application on both databases, or on those of the `matrix`. The application starts once for all of
 * them, and for all tables in the file with the same setup. Each test begins without documents. Without
 * `QUIRE_TEST_POSTGRES`, the tests on PostgreSQL are skipped.
 *
 * @example
 * onEachDatabase('transactions', { config: blog }, (app) => {
 *   it('starts empty', async () => expect(await app().app.local.collections.posts.count()).toEqual({ count: 0 }))
 * })
 */
export function onEachDatabase<Config extends QuireConfig>(
  title: string,
  { config, matrix = 'diagonal', ...options }: TestSetup<Config>,
  define: (app: () => TestApp<Config>, dialect: Dialect) => void,
): void {
  const { actors, clock, onStatement, dataMigrations, mailer, log, network } = options
  for (const dialect of DIALECTS_OF[matrix]) {
    const parts = [dialect, config, actors, clock, onStatement, dataMigrations, mailer, log, network]
    const start = sharedInFile(parts, () => createTestApp(config, { ...options, dialect }))
    describe.skipIf(dialect === 'postgres' && postgresOfTests() === undefined)(`${title} (${dialect})`, () => {
      let test: TestApp<Config> | undefined
      beforeAll(async () => {
        test = await start()
      })
      beforeEach(() => test?.clear())
      define(() => {
        if (!test) throw new Error('the application runs from the first test on')
        return test
      }, dialect)
    })
  }
}
