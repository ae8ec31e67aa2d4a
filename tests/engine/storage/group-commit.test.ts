import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type QuireError, waitingClient, withClient } from '@quirecms/core'
import { openSqlite, type Session, type SqliteDatabase } from '@quirecms/sql'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

describe('the writer of SQLite', () => {
  let folder: string
  let path: string
  let database: SqliteDatabase

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quire-sqlite-'))
    path = join(folder, 'made', 'on the way', 'test.db')
    database = await openSqlite(path)
    await database.transaction((session) => session.command('create table t (v text)'))
  })

  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const insert = (session: Session, value: string) => session.change('insert into t values (?)', [value])
  const write = (value: string) => database.transaction((session) => insert(session, value))
  const values = async () => (await database.reader.rows('select v from t order by v', [])).flat().join(' ')
  const codes = (settled: PromiseSettledResult<unknown>[]) =>
    settled.map((one) => (one.status === 'rejected' ? (one.reason as QuireError).code : 'ok'))

  test('is durable: acknowledged writes survive a power loss', async () => {
    const [[mode], [synchronous]] = [
      (await database.writer.rows('pragma journal_mode', []))[0] ?? [],
      (await database.writer.rows('pragma synchronous', []))[0] ?? [],
    ]
    expect({ mode, synchronous }).toEqual({ mode: 'wal', synchronous: 2 })
  })

  test('commits once for many transactions', async () => {
    // However busy the machine is: the first transaction waits for others, but not long.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => clock.mockRestore())
    const execute = vi.spyOn(database.writer, 'execute')
    await Promise.all(['a', 'b', 'c', 'd'].map(write))
    expect(execute.mock.calls.filter(([text]) => text === 'commit')).toHaveLength(1)
    expect(await values()).toBe('a b c d')
  })

  test('admits transactions that arrive while it works', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => clock.mockRestore())
    const execute = vi.spyOn(database.writer, 'execute')
    const first = database.transaction(async (session) => {
      await insert(session, 'a')
      second = write('b')
    })
    let second: Promise<number> | undefined
    await first
    await second
    expect(execute.mock.calls.filter(([text]) => text === 'commit')).toHaveLength(1)
  })

  test('waits for transactions of the next tick, as long as some arrive', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => clock.mockRestore())
    const execute = vi.spyOn(database.writer, 'execute')
    const written = [write('a')]
    for (const value of ['b', 'c', 'd']) {
      await nextTurn()
      await nextTurn()
      written.push(write(value))
    }
    await Promise.all(written)
    expect(execute.mock.calls.filter(([text]) => text === 'commit')).toHaveLength(1)
    expect(await values()).toBe('a b c d')
  })

  test('leaves the file to other processes while a transaction waits for others', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => clock.mockRestore())
    const other = new DatabaseSync(path, { timeout: 0 })
    onTestFinished(() => other.close())
    const writing = write('a')
    await nextTurn()
    other.exec('begin immediate')
    other.exec('rollback')
    await writing
  })

  test('reads no uncommitted rows, even if it must try again after a batch has begun', async () => {
    const SQLITE_BUSY = 5
    vi.spyOn(database.writer, 'rowsNow').mockImplementation(() => {
      throw Object.assign(new Error('database is locked'), { errcode: SQLITE_BUSY })
    })
    const reading = database.reader.rows('select v from t', [])
    const release = Promise.withResolvers<void>()
    const writing = database.transaction(async (session) => {
      await insert(session, 'a')
      await release.promise
    })
    expect(await reading).toEqual([])
    release.resolve()
    await writing
  })

  test('limits how long a transaction waits for others', async () => {
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const execute = vi.spyOn(database.writer, 'execute')
    const written: Promise<unknown>[] = []
    // A transaction arrives in every turn, and each takes a millisecond.
    for (let turn = 0; turn < 30; turn += 1) {
      written.push(write('a'))
      await nextTurn()
      now += 1
    }
    expect(execute.mock.calls.filter(([text]) => text === 'commit')).toHaveLength(1)
    await Promise.all(written)
  })

  describe('shared by clients', () => {
    const as = <T>(name: string, work: () => T): T => withClient({ name, gone: undefined }, work)

    test('serves them in turns, each in its own order', async () => {
      const order: string[] = []
      const note = (value: string) =>
        database.transaction(async (session) => {
          order.push(value)
          await insert(session, value)
        })
      const greedy = as('greedy', () => ['a1', 'a2', 'a3', 'a4'].map(note))
      const other = as('other', () => ['b1', 'b2'].map(note))
      await Promise.all([...greedy, ...other])
      expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
    })

    test('keeps the async context of each caller, whatever the order', async () => {
      const names = (['one', 'other'] as const).map((name) =>
        as(name, () => database.transaction(async () => waitingClient()?.name)),
      )
      expect(await Promise.all(names)).toEqual(['one', 'other'])
    })

    test('evicts a job of the client with most of them when the queue is full', async () => {
      await database.close()
      database = await openSqlite(path, { queryTimeout: 5_000, transactionTimeout: 10_000, maxWaitingWrites: 4 })
      const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const first = database.transaction(() => {
        begun.resolve()
        return release.promise
      })
      await begun.promise
      const greedy = as('greedy', () => ['a1', 'a2', 'a3', 'a4', 'a5'].map(write))
      const other = as('other', () => ['b1', 'b2', 'b3'].map(write))
      const all = Promise.allSettled([...greedy, ...other])
      release.resolve()
      await first
      const [ok, no] = ['ok', 'unavailable'] as const
      expect(codes(await all)).toEqual([ok, ok, no, no, no, ok, ok, no])
      expect(await values()).toBe('a1 a2 b1 b2')
    })
  })

  describe('when one of many is rolled back', () => {
    const repeatable = { repeatableForOthers: true }
    const put = (value: string) => database.transaction((session) => insert(session, value), repeatable)
    /** Writes, and fails afterwards. */
    const fail = (value: string, options: { readonly repeatableForOthers?: boolean } = repeatable) =>
      database.transaction(async (session) => {
        await insert(session, value)
        throw new Error('too late')
      }, options)
    const texts = (execute: { readonly mock: { readonly calls: readonly (readonly [string])[] } }) =>
      execute.mock.calls.map(([text]) => text)

    beforeEach(() => {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
      onTestFinished(() => clock.mockRestore())
    })

    test('needs no savepoint while none fails', async () => {
      const execute = vi.spyOn(database.writer, 'execute')
      await Promise.all(['a', 'b', 'c'].map((value) => put(value)))
      expect(texts(execute)).toEqual(['commit'])
      expect(await values()).toBe('a b c')
    })

    test('reruns repeatable ones, without side effects of the first run', async () => {
      const execute = vi.spyOn(database.writer, 'execute')
      const settled = await Promise.allSettled([put('a'), put('b'), fail('x'), put('c'), fail('y'), put('d')])
      expect(settled.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect(settled[2]).toHaveProperty('reason.message', 'too late')
      expect(await values()).toBe('a b c d')
      expect(texts(execute).filter((text) => text === 'commit')).toHaveLength(1)
    })

    test('does not rerun others', async () => {
      const runs: string[] = []
      const once = (value: string) =>
        database.transaction(async (session) => {
          runs.push(value)
          await insert(session, value)
        })
      const settled = await Promise.allSettled([put('a'), once('b'), fail('x'), put('c'), once('d'), fail('y', {})])
      expect(settled.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
        'rejected',
      ])
      expect(runs).toEqual(['b', 'd'])
      expect(await values()).toBe('a b c d')
    })

    test('does not rerun one that turned out not to be repeatable', async () => {
      const runs: string[] = []
      const reading = database.transaction(async (session, attempt) => {
        runs.push('read')
        attempt.runsOnce = true
        await insert(session, 'a')
      }, repeatable)
      const settled = await Promise.allSettled([reading, fail('x'), put('b')])
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(runs).toEqual(['read'])
      expect(await values()).toBe('a b')
    })

    test('continues with the others if one behaves differently the second time', async () => {
      let runs = 0
      const moody = database.transaction(async (session) => {
        runs += 1
        await insert(session, `moody${runs}`)
        if (runs > 1) throw new Error('not again')
      }, repeatable)
      const settled = await Promise.allSettled([put('a'), moody, put('b'), fail('x'), put('c')])
      expect(settled.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect(settled[1]).toHaveProperty('reason.message', 'not again')
      expect(await values()).toBe('a b c')
    })

    test('rolls back nothing if the failed one had written nothing', async () => {
      let runs = 0
      const counted = database.transaction(async (session) => {
        runs += 1
        await insert(session, 'a')
      }, repeatable)
      const refused = database.transaction(async () => {
        throw new Error('not valid')
      }, repeatable)
      await Promise.allSettled([counted, refused, put('b')])
      expect(runs).toBe(1)
      expect(await values()).toBe('a b')
    })

    test('rolls back nothing after a failed statement, which has no effect by itself', async () => {
      await database.transaction((session) => session.command('create unique index u on t (v)'))
      let runs = 0
      const counted = database.transaction(async (session) => {
        runs += 1
        await insert(session, 'a')
      }, repeatable)
      const settled = await Promise.allSettled([counted, put('a'), put('b')])
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(runs).toBe(1)
      expect(await values()).toBe('a b')
    })
  })

  test('reports no success when the commit fails, and continues afterwards', async () => {
    const execute = database.writer.execute.bind(database.writer)
    const failing = vi.spyOn(database.writer, 'execute').mockImplementation((text) => {
      if (text === 'commit') throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
      execute(text)
    })
    const settled = await Promise.allSettled(['a', 'b'].map(write))
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await values()).toBe('')
    failing.mockRestore()
    await write('c')
    expect(await values()).toBe('c')
  })

  test('fails the whole batch when SQLite has rolled back', async () => {
    const rollBack = () =>
      database.transaction(async (session) => {
        await session.command('rollback')
        throw new Error('out of space')
      })
    const settled = await Promise.allSettled([write('a'), rollBack(), write('b')])
    expect(codes(settled)).toEqual(['unavailable', 'unavailable', 'ok'])
    await write('c')
    expect(await values()).toBe('b c')
  })

  test('reports unavailable while the disk is full, keeps stored data, and recovers', async () => {
    await write('before')
    database.writer.execute('pragma max_page_count = 20')
    const settled = await Promise.allSettled([write('x'.repeat(200_000)), database.transaction(async () => 'read')])
    expect(codes(settled)[0]).toBe('unavailable')
    expect((settled[0] as PromiseRejectedResult).reason).not.toHaveProperty('message', expect.stringMatching('insert'))
    expect(await values()).toBe('before')
    database.writer.execute('pragma max_page_count = 1000000')
    await write('z')
    expect(await values()).toBe('before z')
  })

  test('waits for another process without blocking this one', async () => {
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    let isDone = false
    const waiting = write('a').then(() => {
      isDone = true
    })
    await sleep(30)
    expect(isDone).toBe(false)
    expect(await values()).toBe('')
    other.exec('commit')
    await waiting
    expect(await values()).toBe('a')
    other.close()
  })

  test('measures its wait for another process by a monotonic clock', async () => {
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    const now = Date.now.bind(Date)
    let ahead = 0
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
    onTestFinished(() => clock.mockRestore())
    const waiting = write('a')
    // Every check is a day later.
    ahead = 86_400_000
    await sleep(100)
    other.exec('commit')
    await waiting
    expect(await values()).toBe('a')
    other.close()
  })

  test('passes the health check only if it can write', async () => {
    await expect(database.check()).resolves.toBeUndefined()
    database.writer.execute('pragma query_only = on')
    await expect(database.check()).rejects.toMatchObject({ code: 'unavailable' })
    database.writer.execute('pragma query_only = off')
    await expect(database.check()).resolves.toBeUndefined()
  })

  test('passes the health check without writing, also while another connection writes', async () => {
    const other = new DatabaseSync(path)
    const version = () => other.prepare('pragma data_version').get()
    const before = version()
    await database.check()
    expect(version()).toEqual(before)
    const hanging = Promise.withResolvers<void>()
    const transaction = database.transaction(async (session) => {
      await insert(session, 'a')
      await hanging.promise
    })
    await database.check()
    hanging.resolve()
    await transaction
    // A control: a write changes the version.
    expect(version()).not.toEqual(before)
    other.exec('begin immediate')
    await database.check()
    other.close()
  })

  test('fails the health check after a failed write, until one succeeds', async () => {
    database.writer.execute('pragma max_page_count = 20')
    await expect(write('x'.repeat(200_000))).rejects.toMatchObject({ code: 'unavailable' })
    const execute = database.writer.execute.bind(database.writer)
    const failing = vi.spyOn(database.writer, 'execute').mockImplementation((text) => {
      if (text === 'commit') throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
      execute(text)
    })
    await expect(database.check()).rejects.toThrow('disk I/O error')
    failing.mockRestore()
    await expect(database.check()).resolves.toBeUndefined()
  })

  test('finishes queued work before it closes', async () => {
    const written = Promise.all(['a', 'b'].map(write))
    await database.close()
    await expect(written).resolves.toEqual([1, 1])
    await expect(database.reader.rows('select 1', [])).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('reports a file that is not a database as unavailable, without its content', async () => {
    const file = join(folder, 'text.db')
    writeFileSync(file, 'This is no database, but a text that is long enough to have a header.'.repeat(20))
    await expect(openSqlite(file)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(openSqlite(folder)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(openSqlite(join(file, 'below.db'))).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('works in memory', async () => {
    const memory = await openSqlite(':memory:')
    await memory.transaction((session) => session.command('create table t (v text)'))
    await memory.transaction((session) => insert(session, 'a'))
    expect(await memory.reader.rows('select v from t', [])).toEqual([['a']])
    await memory.close()
  })
})
