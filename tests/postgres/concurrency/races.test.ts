import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { QuireConfig } from '@quirecms/core'
import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import pg from 'pg'
import {
  type App,
  collection,
  createApp,
  createLogger,
  type DatabaseConfig,
  defineConfig,
  disk,
  f,
  type HookArguments,
  type LocalApi,
  QuireError,
  route,
} from 'quirecms'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'

const everybody = () => true
const open = { read: everybody, create: everybody, update: everybody, delete: everybody }

/** Number of hook calls, over all attempts. */
let runs = 0
let beforeDeletion: (() => Promise<void>) | undefined
/** Leaves the hook's transaction. */
const inAnotherCall = AsyncLocalStorage.snapshot()
const folder = mkdtempSync(join(tmpdir(), 'quire-races-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Pauses the hook of a ticket until all expected calls have arrived. */
let meeting: (() => Promise<void>) | undefined

const schema = defineConfig({
  collections: {
    counters: collection({ fields: { name: f.text(), count: f.number({ integer: true, default: 0 }) } }),
    clicks: collection({ fields: { counter: f.text({ required: true }) } }),
    products: collection({ fields: { title: f.text(), stock: f.number({ integer: true, default: 0 }) } }),
    orders: collection({ fields: { product: f.relationship({ to: 'products', required: true }) } }),
    seats: collection({ fields: { name: f.text() } }),
    doctors: collection({ fields: { name: f.text(), onCall: f.checkbox({ default: true }) } }),
    clubs: collection({ fields: { name: f.text() } }),
    shelves: collection({ fields: { name: f.text() } }),
    books: collection({ fields: { shelf: f.relationship({ to: 'shelves' }) } }),
    media: collection({ upload: true, fields: {} }),
    plain: collection({ fields: { title: f.text(), count: f.number({ default: 0 }) } }),
  },
})

type Local = LocalApi<typeof schema>
const localOf = ({ local }: Pick<HookArguments, 'local'>) => (local as unknown as Local).collections

/** The same with open access and with hooks. */
const config: QuireConfig = defineConfig({
  storage: disk(folder),
  server: { rateLimit: false },
  collections: {
    counters: collection({ fields: { name: f.text(), count: f.number({ integer: true, default: 0 }) }, access: open }),
    /** Each increments the counter that it references. */
    clicks: collection({
      fields: { counter: f.text({ required: true }) },
      access: open,
      hooks: { beforeChange: [addOne] },
    }),
    products: collection({
      fields: { title: f.text(), stock: f.number({ integer: true, default: 0 }) },
      access: open,
    }),
    orders: collection({
      fields: { product: f.relationship({ to: 'products', required: true }) },
      access: open,
      hooks: { afterChange: [takeFromStock] },
    }),
    seats: collection({ fields: { name: f.text() }, access: open, hooks: { beforeValidate: [atMostThree] } }),
    /** One of two must stay on call. */
    doctors: collection({
      fields: { name: f.text(), onCall: f.checkbox({ default: true }) },
      access: open,
      hooks: { beforeChange: [oneStays] },
    }),
    /** Rules get no local API, but may use one anyway. */
    clubs: collection({
      fields: { name: f.text({ validate: underLimit }) },
      access: open,
    }),
    shelves: collection({
      fields: { name: f.text() },
      access: open,
      hooks: { beforeDelete: [() => beforeDeletion?.()] },
    }),
    books: collection({ fields: { shelf: f.relationship({ to: 'shelves', onDelete: 'restrict' }) }, access: open }),
    media: collection({ upload: true, fields: {}, access: open }),
    /** Without any hook. */
    plain: collection({ fields: { title: f.text(), count: f.number({ default: 0 }) }, access: open }),
  },
  routes: [
    route({
      method: 'POST',
      path: '/like/:id',
      handler: ({ params, local }) =>
        local.transaction(async (inside) => {
          const { counters } = (inside as unknown as Local).collections
          const { count } = await counters.findOne(params.id)
          return counters.update(params.id, { count: Number(count) + 1 })
        }),
    }),
  ],
})

async function addOne(args: HookArguments): Promise<void> {
  runs += 1
  await meeting?.()
  const { counters } = localOf(args)
  const { id, count } = await counters.findOne(args.data?.['counter'] as string)
  await counters.update(id, { count: Number(count) + 1 })
}

async function takeFromStock(args: HookArguments): Promise<void> {
  runs += 1
  const { products } = localOf(args)
  const { id, stock } = await products.findOne(args.doc?.['product'] as string)
  if (!stock) throw new QuireError('conflict', 'Sold out.')
  await products.update(id, { stock: stock - 1 })
}

async function atMostThree(args: HookArguments): Promise<void> {
  const { count } = await localOf(args).seats.count()
  if (count >= 3) throw new QuireError('conflict', 'All seats are taken.')
}

async function oneStays(args: HookArguments): Promise<void> {
  if (args.data?.['onCall'] !== false) return
  const { docs } = await localOf(args).doctors.find({ where: { onCall: { equals: true } } })
  if (docs.length < 2) throw new QuireError('conflict', 'One must stay.')
}

let app: App<typeof schema>

async function underLimit(): Promise<true | string> {
  const { count } = await app.local.collections.clubs.count()
  return count < 3 || 'There are enough clubs.'
}

const start = (database: DatabaseConfig) =>
  createApp({ ...config, database } as unknown as typeof schema, { log: createLogger({ level: 'silent' }) })

const fifty = Array.from({ length: 50 }, (_, index) => index)

describeEachDatabase('fifty concurrent calls (%s)', (dialect) => {
  let close: () => Promise<void>
  const events: string[] = []

  beforeAll(async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    // Ten of them write concurrently.
    const more = dialect === 'postgres' ? { poolSize: 20 } : {}
    app = await start({ ...database.config, ...more })
    for (const event of ['document.created', 'document.updated'] as const)
      app.on(event, ({ collection: slug, id, revision }) => events.push(`${slug} ${id} ${revision}`))
    close = async () => {
      await app.close()
      await database.remove()
    }
  })
  afterAll(() => close())
  beforeEach(() => {
    runs = 0
    meeting = undefined
    events.length = 0
  })

  const collections = () => app.local.collections
  /** Result of each call: `ok` or the code of its error. */
  const outcomes = async (calls: readonly Promise<unknown>[]) => {
    const counted: Record<string, number> = {}
    for (const one of await Promise.allSettled(calls)) {
      const outcome = one.status === 'fulfilled' ? 'ok' : ((one.reason as QuireError).code ?? String(one.reason))
      counted[outcome] = (counted[outcome] ?? 0) + 1
    }
    return counted
  }

  it('increment in a hook, each once, and emit one event each', async () => {
    const { counters, clicks } = collections()
    const { id } = await counters.create({ name: 'hook' })
    events.length = 0
    expect(await outcomes(fifty.map(() => clicks.create({ counter: id })))).toEqual({ ok: 50 })
    expect(await counters.findOne(id)).toMatchObject({ count: 50, revision: 51 })
    expect(events).toHaveLength(100)
    expect(new Set(events).size).toBe(100)
    expect(runs).toBeGreaterThanOrEqual(50)
    expect(await clicks.count()).toEqual({ count: 50 })
  })

  it('increment in local.transaction, and in a route', { tags: ['release'] }, async () => {
    const { counters } = collections()
    const { id } = await counters.create({ name: 'transaction' })
    const inOne = fifty.map(() =>
      app.local.transaction(async (local) => {
        const { count } = await local.collections.counters.findOne(id)
        return local.collections.counters.update(id, { count: Number(count) + 1 })
      }),
    )
    expect(await outcomes(inOne)).toEqual({ ok: 50 })
    const like = () => app.fetch(new Request(`http://localhost/api/like/${id}`, { method: 'POST' }))
    const answers = await Promise.all(fifty.map(like))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await counters.findOne(id)).toMatchObject({ count: 100 })
  })

  it('order from a stock of ten: ten succeed, forty are refused', async () => {
    const { products, orders } = collections()
    const { id: product } = await products.create({ title: 'chair', stock: 10 })
    expect(await outcomes(fifty.map(() => orders.create({ product })))).toEqual({ ok: 10, conflict: 40 })
    expect(await products.findOne(product)).toMatchObject({ stock: 0 })
    expect(await orders.count({ where: { product: { equals: product } } })).toEqual({ count: 10 })
  })

  it('do not lose concurrent writes of others, without any transaction', async () => {
    const { products, orders } = collections()
    const { id: product } = await products.create({ title: 'table', stock: 100 })
    const edits = fifty.slice(0, 10).map((index) => products.update(product, { title: `table ${index}` }))
    const sales = fifty.slice(0, 20).map(() => orders.create({ product }))
    expect(await outcomes([...edits, ...sales])).toEqual({ ok: 30 })
    expect(await products.findOne(product)).toMatchObject({ stock: 80, revision: 31 })
  })

  it('count before they insert, and respect the limit', async () => {
    const { seats } = collections()
    expect(await outcomes(fifty.map((index) => seats.create({ name: String(index) })))).toEqual({ ok: 3, conflict: 47 })
    expect(await seats.count()).toEqual({ count: 3 })
  })

  it('check each other: one of two stays', async () => {
    const { doctors } = collections()
    for (const round of fifty.slice(0, 5)) {
      const pair = await doctors.createMany([{ name: `a${round}` }, { name: `b${round}` }])
      const leave = pair.map(({ id }) => doctors.update(id, { onCall: false }))
      expect(await outcomes(leave)).toEqual({ ok: 1, conflict: 1 })
      for (const { id } of pair) await doctors.delete(id)
    }
  })

  it('read in a validation, which then conflicts', async () => {
    const { clubs } = collections()
    expect(await outcomes(fifty.map((index) => clubs.create({ name: String(index) })))).toEqual({
      ok: 3,
      validation: 47,
    })
  })

  it('create many in one transaction each, atomically', async () => {
    const { counters, clicks } = collections()
    const { id } = await counters.create({ name: 'many' })
    const many = fifty.slice(0, 10).map(() => clicks.createMany([{ counter: id }, { counter: id }]))
    expect(await outcomes(many)).toEqual({ ok: 10 })
    expect(await counters.findOne(id)).toMatchObject({ count: 20 })
  })

  it('run a hook once without contention', async () => {
    const { counters, clicks } = collections()
    const { id } = await counters.create({ name: 'once' })
    await clicks.create({ counter: id })
    expect(runs).toBe(1)
  })
})

describe('a lost race on PostgreSQL', () => {
  let close: () => Promise<void>
  let client: pg.Client

  /** Another program, which does not use the application's queue. */
  const changeBehindItsBack = (slug: string, id: string) =>
    client.query(`update "doc_${slug}" set revision = revision + 1 where id = $1`, [id])

  beforeAll(async () => {
    const database = await createTestDatabase('postgres', inject('postgresUrl'))
    client = new pg.Client('url' in database.config ? database.config.url : '')
    await client.connect()
    app = await start(database.config)
    close = async () => {
      await app.close()
      await client.end()
      await database.remove()
    }
  })
  afterAll(() => close())
  beforeEach(() => {
    runs = 0
    meeting = undefined
    beforeDeletion = undefined
  })

  /** Resolves for all once this many have arrived; later ones don't wait. */
  const meetingOf = (most: number) => {
    const all = Promise.withResolvers<void>()
    let here = 0
    return () => {
      here += 1
      if (here >= most) all.resolve()
      return all.promise
    }
  }

  it('runs the hooks again, with the same data and context, on the stored state', async () => {
    const { counters, clicks } = app.local.collections
    const { id } = await counters.create({ name: 'again' })
    const seen: unknown[] = []
    const met = meetingOf(2)
    const click = () =>
      app.local.transaction(async (local) => {
        const { count } = await local.collections.counters.findOne(id)
        seen.push(count)
        await met()
        return local.collections.counters.update(id, { count: Number(count) + 1 })
      })
    await Promise.all([click(), click()])
    expect(seen).toEqual([0, 0, 1])
    expect(await counters.findOne(id)).toMatchObject({ count: 2, revision: 3 })
    meeting = meetingOf(2)
    await Promise.all([clicks.create({ counter: id }), clicks.create({ counter: id })])
    expect(runs).toBe(3)
    expect(await clicks.count()).toEqual({ count: 2 })
  })

  it('is a conflict after five more attempts, and is rolled back', async () => {
    const { plain } = app.local.collections
    const { id } = await plain.create({ title: 'before' })
    let attempts = 0
    const always = app.local.transaction(async (local) => {
      attempts += 1
      const { count } = await local.collections.plain.findOne(id)
      await changeBehindItsBack('plain', id)
      await local.collections.plain.update(id, { count: Number(count) + 1 })
    })
    await expect(always).rejects.toMatchObject({ code: 'conflict' })
    expect(attempts).toBe(6)
    expect(await plain.findOne(id)).toMatchObject({ count: 0, revision: 7 })
  })

  it('is not hidden by a hook that catches the error', async () => {
    const { plain } = app.local.collections
    const { id } = await plain.create({ title: 'before' })
    let attempts = 0
    await app.local.transaction(async (local) => {
      attempts += 1
      const { count } = await local.collections.plain.findOne(id)
      if (attempts === 1) await changeBehindItsBack('plain', id)
      await local.collections.plain.update(id, { count: Number(count) + 1 }).catch(() => undefined)
    })
    expect(attempts).toBe(2)
    expect(await plain.findOne(id)).toMatchObject({ count: 1, revision: 3 })
  })

  it('is a conflict at once if a stream was read, which cannot be read again', async () => {
    const { plain, media } = app.local.collections
    const { id } = await plain.create({ title: 'before' })
    let attempts = 0
    const upload = (content: Uint8Array | AsyncIterable<Uint8Array>) =>
      app.local.transaction(async (local) => {
        attempts += 1
        const { count } = await local.collections.plain.findOne(id)
        await local.collections.media.create({ file: { name: 'notes.txt', content } })
        if (attempts === 1) await changeBehindItsBack('plain', id)
        await local.collections.plain.update(id, { count: Number(count) + 1 })
      })
    const bytes = Buffer.from('some words')
    await expect(upload(Readable.from([bytes]))).rejects.toMatchObject({ code: 'conflict' })
    expect(attempts).toBe(1)
    expect(await media.count()).toEqual({ count: 0 })
    attempts = 0
    await upload(bytes)
    expect(attempts).toBe(2)
    expect(await media.count()).toEqual({ count: 1 })
    expect(await plain.findOne(id)).toMatchObject({ count: 1 })
    await expect
      .poll(() => readdir(folder, { recursive: true }))
      .toSatisfy((names: string[]) => names.filter((name) => name.endsWith('.txt')).length === 1)
  })

  it('sees a reference that was created after it began, before it deletes the target', async () => {
    const { shelves, books } = app.local.collections
    const shelf = await shelves.create({ name: 'full' })
    let attempts = 0
    beforeDeletion = async () => {
      attempts += 1
      if (attempts === 1) await inAnotherCall(() => books.create({ shelf: shelf.id }))
    }
    await expect(shelves.delete(shelf.id)).rejects.toMatchObject({ code: 'referenced' })
    expect(attempts).toBe(2)
    expect(await shelves.count()).toEqual({ count: 1 })
  })
})
