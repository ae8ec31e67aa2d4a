// @module-tag release
import { execFileSync } from 'node:child_process'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@quirecms/core'
import { createTestApp, must, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody }
const config = defineConfig({
  // Each test uses its own database. No timeout ends a query.
  database: sqlite(':memory:', { queryTimeout: '1h' }),
  collections: { books: collection({ fields: { title: f.text(), text: f.textarea() }, access }) },
})

/** Enough to make a search slow. */
const BOOKS = 4_000
const SEARCH = `/api/collections/books?where=${encodeURIComponent('{"text":{"like":"grüße ferne nirgends"}}')}`
const COUNT = SEARCH.replace('books?', 'books/count?')

async function fill({ app }: TestApp<typeof config>): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z'
  const text = 'Grüße aus der Ferne. '.repeat(100)
  await app.storage.transaction(async (tx) => {
    for (let number = 0; number < BOOKS; number += 1) {
      const id = `01892000-0000-7000-8000-${String(number).padStart(12, '0')}`
      const json = JSON.stringify({ title: `Title ${number}`, text })
      await tx.insert('books', { id, revision: 1, createdAt: at, updatedAt: at, shape: '1', columns: {}, json }, [])
    }
  })
}

/** Sends a request whose answer is not read; `leave` closes the connection. */
function ask(url: string): { leave: () => void; closed: Promise<unknown> } {
  const sent = request(url, { agent: false })
  const closed = new Promise((resolve) => sent.once('close', resolve))
  sent.once('error', () => undefined)
  sent.end()
  return { leave: () => sent.destroy(), closed }
}

describe('a query on SQLite whose client disconnects', () => {
  let library: TestApp<typeof config>
  beforeEach(async () => {
    library = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    await fill(library)
  })
  afterEach(() => library.close())

  /** Reader processes of this test's file. */
  function readers(): number[] {
    const { path } = library.database as { path: string }
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
    return lines.filter((line) => line.includes('sqlite-reader-process') && line.includes(path)).map(Number.parseInt)
  }

  /** A reader that is stopped in the middle of a statement, which would never end. */
  async function heldReader(): Promise<number> {
    await expect.poll(readers).toHaveLength(1)
    const pid = must(readers()[0], 'reader')
    process.kill(pid, 'SIGSTOP')
    return pid
  }

  it('is aborted, and frees its slot', async () => {
    const first = ask(library.url + SEARCH)
    const held = await heldReader()
    first.leave()
    await expect.poll(readers).not.toContain(held)
    expect((await library.request('GET', SEARCH)).body.docs).toEqual([])
  })

  it('continues while another client waits for the same', async () => {
    const first = ask(library.url + COUNT)
    const held = await heldReader()
    const second = library.request('GET', COUNT)
    // The queue serves it first.
    await library.request('GET', '/api/collections/books?limit=1')
    first.leave()
    await first.closed
    // Longer than a query without a client may run.
    await sleep(300)
    expect(readers()).toContain(held)
    process.kill(held, 'SIGCONT')
    expect((await second).body).toEqual({ count: 0 })
  })
})

describe('a query on PostgreSQL whose client disconnects', () => {
  let library: TestApp<typeof config>
  let other: pg.Client
  let observer: pg.Client
  beforeEach(async () => {
    library = await createTestApp(config, { dialect: 'postgres', postgresUrl: inject('postgresUrl') })
    await fill(library)
    const { url } = library.database as { url: string }
    other = new pg.Client(url)
    await other.connect()
    observer = new pg.Client(url)
    await observer.connect()
  })
  afterEach(async () => {
    await other.end()
    await observer.end()
    await library.close()
  })

  const statements = async (state: string) => {
    const found = `select pid from pg_stat_activity where application_name = 'quire' and ${state}
      and datname = current_database() and query like '%doc_books%'`
    return (await observer.query<{ pid: number }>(found)).rows.map(({ pid }) => pid)
  }

  it('is cancelled, and so are queued ones', async () => {
    // Reads of the table wait for this lock.
    await other.query('begin')
    await other.query('lock table doc_books in access exclusive mode')
    const asked = Array.from({ length: 8 }, () => ask(library.url + SEARCH))
    await expect.poll(() => statements(`wait_event_type = 'Lock'`)).not.toEqual([])
    for (const { leave } of asked) leave()
    await expect.poll(() => statements(`state = 'active'`)).toEqual([])
    await other.query('rollback')
    expect((await library.request('GET', SEARCH)).body.docs).toEqual([])
  })
})

describe('rules of fields', () => {
  it('are not evaluated after the client has disconnected', async () => {
    const client = new AbortController()
    let asked = 0
    const isTitleReadable = () => {
      asked += 1
      client.abort()
      // The server checks for the client only after the time slice.
      const end = performance.now() + 20
      while (performance.now() < end);
      return true
    }
    const title = f.text({ access: { read: isTitleReadable } })
    const ruled = defineConfig({ collections: { books: collection({ fields: { title }, access }) } })
    const library = await createTestApp(ruled, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    try {
      const books = library.app.local.asSystem().collections.books
      for (const name of ['A', 'B', 'C']) await books.create({ title: name })
      const read = withClient({ name: 'a', gone: client.signal }, () => library.local.collection('books').find())
      await expect(read).rejects.toMatchObject({ code: 'timeout' })
      expect(asked).toBe(1)
    } finally {
      await library.close()
    }
  })
})
