import type { Storage } from '@quirecms/core'
import { openStorage } from '@quirecms/sql'
import { must, TransactionPooler, type PoolerOptions } from '@quirecms/testkit'
import pg from 'pg'
import { collection, createApp, defineConfig, f, postgres } from 'quirecms'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './databases.ts'
import { document, schema } from '../../process/storage/instance.ts'

const SETTINGS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

interface Pooled {
  readonly pooler: TransactionPooler
  readonly directUrl: string
}

async function openPooler(options: PoolerOptions = {}): Promise<Pooled> {
  const created = await createDatabase('postgres')
  const directUrl = must('url' in created.database ? created.database.url : undefined, 'url')
  const pooler = await TransactionPooler.open(directUrl, options)
  onTestFinished(async () => {
    await pooler.close()
    await created.drop()
  })
  return { pooler, directUrl }
}

async function open(url: string, options: { pooler?: 'transaction'; queryTimeout?: number } = {}): Promise<Storage> {
  const { queryTimeout = 30_000, ...rest } = options
  const limits = { queryTimeout, transactionTimeout: 30_000 }
  const storage = await openStorage({
    database: { dialect: 'postgres', url, pool: { max: 4 }, limits, ...rest },
    schema,
  })
  onTestFinished(() => storage.close())
  return storage
}

describe('a pooler that hands each transaction to another connection', () => {
  test.each([
    ['refuses what cannot be kept', {}],
    ['ignores what cannot be kept', { ignored: SETTINGS }],
  ] as const)('is detected without configuration, before anything is done: it %s', async (_name, options) => {
    const { pooler, directUrl } = await openPooler(options)
    const storage = await open(pooler.url)
    const untold = { code: 'unavailable', message: expect.stringContaining(`{ pooler: 'transaction' }`) }
    await expect(storage.migrations.status()).rejects.toMatchObject(untold)
    await expect(storage.migrations.apply()).rejects.toMatchObject(untold)
    const direct = await open(directUrl)
    expect((await direct.migrations.status()).applied).toEqual([])
  })

  test('is not suspected on direct connections', async () => {
    const { directUrl } = await openPooler()
    const storage = await open(directUrl)
    await storage.migrations.apply()
    expect(await storage.migrations.warnings()).toEqual([])
  })

  test('keeps every one of fifty concurrent writes, and is left unchanged', async () => {
    const { pooler } = await openPooler()
    const config = defineConfig({
      database: postgres(pooler.url, { pooler: 'transaction' }),
      collections: { notes: collection({ fields: { text: f.text() }, search: { fields: { text: 1 } }, trash: true }) },
    })
    const app = await createApp(config)
    const { notes } = app.local.asSystem().collections
    const written = await Promise.all(Array.from({ length: 50 }, (_, n) => notes.create({ text: `note ${n}` })))
    await Promise.all(written.map(({ id }, n) => notes.update(id, { text: `changed ${n}` })))
    // A repeated statement would be prepared.
    for (let n = 0; n < 5; n++) await notes.find({ where: { text: { contains: 'changed' } }, sort: ['-text'] })
    expect(await notes.count()).toEqual({ count: 50 })
    await app.close()

    const nothing = Array.from({ length: 3 }, () => '0')
    expect(await pooler.askEach('select count(*) from pg_prepared_statements')).toEqual(nothing)
    expect(
      await pooler.askEach(`select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`),
    ).toEqual(nothing)
    expect(await pooler.askEach(`select count(*) from pg_class where relpersistence = 't'`)).toEqual(nothing)
    expect(await pooler.askEach('select count(*) from pg_listening_channels()')).toEqual(nothing)
    const changed = `select count(*) from pg_settings where source = 'session' and name not in ('client_encoding', 'application_name')`
    expect(await pooler.askEach(changed)).toEqual(nothing)
  })

  test('passes on statement timeouts', async () => {
    const { pooler, directUrl } = await openPooler()
    const patient = await open(pooler.url, { pooler: 'transaction' })
    await patient.migrations.apply()
    await patient.transaction((tx) => tx.insert('posts', document('one'), []))
    const storage = await open(pooler.url, { pooler: 'transaction', queryTimeout: 200 })
    const other = new pg.Client({ connectionString: directUrl })
    await other.connect()
    try {
      await other.query('begin; lock table "doc_posts" in access exclusive mode')
      await expect(storage.reader.get('posts', 'one')).rejects.toMatchObject({ code: 'timeout' })
      const waiting = `select count(*)::int as "count" from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await other.query(waiting)).rows[0]).toEqual({ count: 0 })
    } finally {
      await other.end()
    }
    // On a busy machine, even this may take that long.
    await expect.poll(() => storage.reader.get('posts', 'one').catch(() => null)).toMatchObject({ id: 'one' })
  })
})

describe('a read-only database', () => {
  test('is reported at the start, and for a migration', async () => {
    const { directUrl } = await openPooler()
    const admin = new pg.Client({ connectionString: directUrl })
    await admin.connect()
    await admin.query(`alter database "${new URL(directUrl).pathname.slice(1)}" set default_transaction_read_only = on`)
    await admin.end()
    const storage = await open(directUrl)
    const message = expect.stringContaining('The database is read-only.')
    expect(await storage.migrations.warnings()).toEqual([message])
    await expect(storage.migrations.apply()).rejects.toMatchObject({ code: 'unavailable', message })
    await expect(storage.check()).rejects.toMatchObject({ code: 'unavailable' })
  })
})
