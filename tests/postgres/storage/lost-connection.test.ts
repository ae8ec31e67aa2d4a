import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Storage } from '@quirecms/core'
import { openStorage } from '@quirecms/sql'
import { overNetwork } from '@quirecms/testkit'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'
import { document, schema } from '../../process/storage/instance.ts'

describe('PostgreSQL with a lost connection', () => {
  let created: OpenedDatabase
  let wire: Wire
  let storage: Storage

  beforeEach(async () => {
    created = await createDatabase('postgres')
    const url = overNetwork('url' in created.database ? created.database.url : '')
    wire = new Wire({ host: url.hostname, port: Number(url.port) })
    url.port = String(await wire.open())
    storage = await openStorage({ database: { dialect: 'postgres', url: url.href, pool: { max: 2 } }, schema })
    await storage.migrations.apply()
  })

  afterEach(async () => {
    await storage.close()
    await wire.cut()
    await created.drop()
  })

  const unavailable = { name: 'QuireError', code: 'unavailable' }

  test('is unavailable meanwhile, and recovers', async () => {
    await storage.transaction((tx) => tx.insert('posts', document('before'), []))
    await wire.cut()
    await expect(storage.check()).rejects.toMatchObject(unavailable)
    await expect(storage.reader.get('posts', 'before')).rejects.toMatchObject(unavailable)
    await expect(storage.transaction(async () => {})).rejects.toMatchObject(unavailable)
    await expect(storage.migrations.status()).rejects.toMatchObject(unavailable)
    await wire.open()
    await storage.check()
    expect(await storage.reader.get('posts', 'before')).not.toBeNull()
  })

  test('rolls back its transaction', async () => {
    const lost = storage.transaction(async (tx) => {
      await tx.insert('posts', document('lost'), [])
      await wire.cut()
      await tx.insert('posts', document('too late'), [])
    })
    await expect(lost).rejects.toMatchObject(unavailable)
    await wire.open()
    expect(await storage.reader.getMany('posts', ['lost', 'too late'])).toEqual([])
  })

  test('fails a transaction that was aborted before its commit, even if the work did not notice', async () => {
    const lost = storage.transaction(async (tx) => {
      await tx.insert('posts', document('lost'), [])
      await wire.cut()
      makeDueNow()
    })
    const message = expect.stringContaining('the change may or may not have been made')
    await expect(lost).rejects.toMatchObject({ ...unavailable, message })
    await wire.open()
    expect(await storage.reader.get('posts', 'lost')).toBeNull()
  })

  /** Each read of the clock advances it: the service queries the outcome of a commit for half a minute. */
  function makeDueNow(): void {
    const now = performance.now.bind(performance)
    let ahead = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + (ahead += 10_000))
    onTestFinished(() => clock.mockRestore())
  }

  test('may close idle connections without an error', async () => {
    await storage.check()
    const admin = new pg.Client('url' in created.database ? created.database.url : '')
    await admin.connect()
    const others = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()'
    await admin.query(`${others} and pid <> pg_backend_pid()`)
    await admin.end()
    await expect.poll(() => storage.check().then(() => 'back')).toBe('back')
  })

  test('may be down at the start', async () => {
    await wire.cut()
    const early = await openStorage({ database: { dialect: 'postgres', url: wire.url(created) }, schema })
    await expect(early.check()).rejects.toMatchObject(unavailable)
    await wire.open()
    await expect(early.check()).resolves.toBeUndefined()
    await early.close()
  })

  test('does not appear in error messages', async () => {
    await wire.cut()
    const error = await storage.reader.get('posts', 'x').catch((caught: unknown) => caught)
    expect(String(error)).toBe('QuireError: The database cannot be reached.')
    expect(error).toHaveProperty('cause')
    await wire.open()
  })
})

/** A connection to the server that tests can cut; the port stays the same. */
class Wire {
  readonly #target: { readonly host: string; readonly port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target
  }

  async open(): Promise<number> {
    this.#server = createServer((near) => {
      const far = connect(this.#target)
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => {
          near.destroy()
          far.destroy()
        })
      }
      near.pipe(far).pipe(near)
    }).listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
    return this.#port
  }

  async cut(): Promise<void> {
    if (!this.#server?.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
    await closed
  }

  url(created: OpenedDatabase): string {
    const url = overNetwork('url' in created.database ? created.database.url : '')
    url.port = String(this.#port)
    return url.href
  }
}
