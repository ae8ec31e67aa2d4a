// @module-tag release
import { spawnSync } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, test } from 'vitest'
import { installedQuire } from './installed-quire.ts'
import { AppFolder } from './quire-process.ts'

const vitest = fileURLToPath(new URL('../../../node_modules/vitest/', import.meta.url))

/** Tests of an application. One of each kind fails. */
const TESTS = `
  import { collection, defineConfig, f } from 'quirecms'
  import { createTestApp, docOf, onEachDatabase, scenarios } from 'quirecms/testing'
  import { expect, it } from 'vitest'

  const config = defineConfig({
    collections: {
      notes: collection({ fields: { text: f.text() }, access: { read: () => true, create: ({ actor }) => actor !== null } }),
    },
  })
  const actors = { ann: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' } }

  it('one application', async () => {
    const test = await createTestApp(config, { actors })
    const made = await test.request('POST', '/api/collections/notes', { as: 'ann', body: { text: 'Hello' } })
    expect(docOf(made).text).toBe('Hello')
    expect(test.events.map(({ event }) => event)).toEqual(['document.created'])
    await test.close()
  })

  onEachDatabase('each database', { config, actors }, (app) => {
    it('begins empty', async () => expect(await app().app.local.collections.notes.count()).toEqual({ count: 0 }))
    it('fails', async () => expect(await app().app.local.collections.notes.count()).toEqual({ count: 1 }))
  })

  scenarios('notes', { config, actors }, [
    {
      name: 'are made by users',
      as: 'ann',
      call: 'POST /api/collections/notes',
      body: { text: 'Hello' },
      answers: { status: 201, doc: { text: 'Hello' } },
      events: ['document.created'],
    },
    {
      name: 'are made by strangers',
      call: 'POST /api/collections/notes',
      body: { text: 'Hello' },
      answers: { status: 201, doc: { text: 'Hello' } },
    },
  ])
`

/**
 * Contract suites as authors of a storage use them. That of documents tests a wrapper around SQLite; that of objects
 * tests a store that loses copies.
 */
const SUITES = `
  import { mkdtemp, readFile, rm } from 'node:fs/promises'
  import { tmpdir } from 'node:os'
  import { join } from 'node:path'
  import { Readable } from 'node:stream'
  import { openStorage } from '@quirecms/sql'
  import { isObjectKey } from 'quirecms/plugin'
  import { objectStoreContract, storageContract } from 'quirecms/testing'

  storageContract('mine', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-mine-'))
    const database = { dialect: 'sqlite', path: join(folder, 'mine.db') }
    return {
      async open(options) {
        const storage = await openStorage({ ...options, database })
        return { ...storage, transaction: (work, more) => storage.transaction(work, more) }
      },
      drop: () => rm(folder, { recursive: true }),
    }
  })

  objectStoreContract('mine', async () => {
    const workFolder = await mkdtemp(join(tmpdir(), 'quire-mine-'))
    const objects = new Map()
    return {
      workFolder,
      async put(key, { path }) {
        objects.set(key, await readFile(path))
        await rm(path)
      },
      async open(key, { start, end } = { start: 0, end: Infinity }) {
        if (!isObjectKey(key)) throw new Error('no key')
        const found = objects.get(key)
        return found ? Readable.from([found.subarray(start, end + 1)]) : null
      },
      copy: async (from) => objects.has(from),
      remove: async (keys) => keys.forEach((key) => objects.delete(key)),
      list: async function* () {
        yield* objects.keys()
      },
      check: async () => undefined,
      close: () => rm(workFolder, { recursive: true }),
    }
  })
`

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Titles of tests by their outcomes. */
function outcomesOf({ testResults }: Report): Record<string, string[]> {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const byStatus = Object.groupBy(all, ({ status }) => status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, of = []]) => [status, of.map((one) => one.fullName)]),
  )
}

async function runTests(postgres: string, files: Readonly<Record<string, string>>): Promise<Record<string, string[]>> {
  const folder = await AppFolder.create(files)
  await symlink(vitest, join(folder.path, 'node_modules/vitest'))
  await symlink(join(dirname(installedQuire().folder), '@quirecms'), join(folder.path, 'node_modules/@quirecms'))
  const report = join(folder.path, 'report.json')
  const options = [
    '--root',
    folder.path,
    '--reporter=json',
    `--outputFile=${report}`,
    '--maxWorkers=1',
    '--testTimeout=60000',
    '--hookTimeout=60000',
  ]
  const env = { ...process.env, QUIRE_TEST_POSTGRES: postgres }
  spawnSync(process.execPath, [join(vitest, 'vitest.mjs'), 'run', ...options], { cwd: folder.path, env })
  return outcomesOf(JSON.parse(await readFile(report, 'utf8')) as Report)
}

describe('quirecms/testing, as installed', { timeout: 240_000 }, () => {
  test('runs tests on both databases, over HTTP and in process, and reports failures', async () => {
    const { passed, failed, ...others } = await runTests(inject('postgresUrl'), { 'app.test.js': TESTS })
    expect(passed?.toSorted()).toEqual([
      'each database (postgres) begins empty',
      'each database (sqlite) begins empty',
      'notes (postgres) are made by users [local API]',
      'notes (sqlite) are made by users [HTTP]',
      'one application',
    ])
    expect(failed).toHaveLength(4)
    expect(others).toEqual({})
  })

  test('skips PostgreSQL without an address, and includes the suites for a custom storage', async () => {
    const outcomes = await runTests('', { 'app.test.js': TESTS, 'suites.test.js': SUITES })
    const { passed = [], failed = [], skipped = [], ...others } = outcomes
    const isOfSuites = (title: string) => title.includes('mine')
    expect(passed.filter((title) => !isOfSuites(title))).toHaveLength(4)
    expect(skipped.every((title) => title.includes('(postgres)'))).toBe(true)
    expect(skipped).toHaveLength(6)
    // They detect the defects.
    expect(failed.filter(isOfSuites)).toEqual(['storage of objects: mine copies and deletes objects independently'])
    expect(passed.filter((title) => title.includes('storage of objects'))).toHaveLength(7)
    expect(passed.filter(isOfSuites).length).toBeGreaterThan(500)
    expect(others).toEqual({})
  })
})
