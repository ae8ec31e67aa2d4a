import type { QuireConfig } from '@quirecms/core'
import { beforeAll, beforeEach, describe, type TestOptions, afterAll } from 'vitest'
import { DIALECTS_OF, type Matrix } from './matrix.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import { DIALECTS, type Dialect, postgresOfTests, tagOfPostgres } from './test-database.ts'

export interface TestSetup<Config extends QuireConfig> extends Omit<TestAppOptions, 'dialect' | 'postgresUrl'> {
  readonly config: Config
  readonly matrix?: Matrix
}

/**
 * Runs tests of one application on both databases, or on those of the `matrix`. The application starts once for all of
 * them, and for all tables in the file with the same setup. Each test begins without documents. Without
 * `QUIRE_TEST_POSTGRES`, the tests on PostgreSQL are skipped; with `QUIRE_TEST_POSTGRES_TAG`, their suites have this tag.
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
    describeOn(dialect, `${title} (${dialect})`, () => {
      let test: TestApp<Config> | undefined
      beforeAll(async () => {
        test = await start()
      })
      beforeEach(() => test?.clear())
      define(() => {
        if (!test) throw new Error('the application is available only inside of tests')
        return test
      }, dialect)
    })
  }
}

/**
 * A suite for each database, `%s` in its title being the name. For tests that open their databases themselves.
 *
 * @example
 * describeEachDatabase('backups on %s', (dialect) => {
 *   it('can be restored', async () => { const database = await createTestDatabase(dialect) })
 * })
 */
export function describeEachDatabase(title: string, define: (dialect: Dialect) => void): void
export function describeEachDatabase(title: string, options: TestOptions, define: (dialect: Dialect) => void): void
export function describeEachDatabase(
  title: string,
  ...rest: [(dialect: Dialect) => void] | [TestOptions, (dialect: Dialect) => void]
): void {
  const [options, define] = rest.length === 1 ? [{}, rest[0]] : rest
  for (const dialect of DIALECTS) describeOn(dialect, title.replace('%s', dialect), () => define(dialect), options)
}

/** A suite on one database: skipped without a PostgreSQL, and tagged so that a run can leave PostgreSQL out. */
export function describeOn(dialect: Dialect, title: string, define: () => void, options: TestOptions = {}): void {
  const isPostgres = dialect === 'postgres'
  const tag = isPostgres ? tagOfPostgres() : undefined
  const suite = describe.skipIf(isPostgres && postgresOfTests() === undefined)
  suite(title, tag === undefined ? options : { ...options, tags: [tag] }, define)
}

interface Shared {
  readonly key: readonly unknown[]
  readonly value: Promise<{ close(): Promise<void> }>
}

const shared: Shared[] = []

/**
 * Starts something once for all tables of a test file with the same key, because starting an application takes longer
 * than most tables. It starts when it is first needed, and is closed at the end of the file.
 */
export function sharedInFile<Value extends { close(): Promise<void> }>(
  key: readonly unknown[],
  start: () => Promise<Value>,
): () => Promise<Value> {
  afterAll(closeAll)
  return () => {
    const same = shared.find((one) => one.key.length === key.length && one.key.every((part, at) => part === key[at]))
    if (same) return same.value as Promise<Value>
    const value = start()
    shared.push({ key, value })
    return value
  }
}

async function closeAll(): Promise<void> {
  // If it could not start, its tests have failed already.
  for (const { value } of shared.splice(0)) await value.then((one) => one.close()).catch(() => undefined)
}
