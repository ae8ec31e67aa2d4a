import { createTestApp, describeEachDatabase, must, onEachDatabase, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f, type HookArguments, type LocalApi, type QuireError, sqlite } from 'quirecms'
import { beforeEach, expect, inject, it } from 'vitest'
import { ownTime } from '../../setup/own-time.ts'

const everybody = () => true

/** What the hook does with an order of this title, in its transaction. */
let onChange: (args: HookArguments) => unknown = () => undefined

const ordersWith = (limits: Parameters<typeof sqlite>[1]) =>
  defineConfig({
    // The tests put a database of their own in its place; the limits stay.
    database: sqlite(':memory:', limits),
    collections: {
      orders: collection({
        fields: { title: f.text({ required: true }) },
        hooks: { afterChange: [(args) => onChange(args)] },
        access: { read: everybody, create: everybody, update: everybody, delete: everybody },
      }),
    },
  })

/** Transaction timeout. Only a hanging hook exceeds it, so all other transactions are in time. */
const PATIENCE = 20_000
const time = ownTime()

const config = ordersWith({ transactionTimeout: PATIENCE, maxWaitingWrites: 3 })
type Local = LocalApi<typeof config>

const never = new Promise<never>(() => {})
const hangOn = (title: string, until: Promise<unknown> = Promise.resolve()) => {
  return async (args: HookArguments) => {
    if (args.doc?.['title'] !== title) return
    void until.then(() => setImmediate(() => time.pass(PATIENCE)))
    await never
  }
}

beforeEach(() => {
  onChange = () => undefined
})

onEachDatabase('a transaction that does not end', { config }, (app, dialect) => {
  const orders = () => app().app.local.collections.orders
  const titles = async () => (await orders().find({ sort: 'title' })).docs.map(({ title }) => title)
  const post = (title: string) => app().request('POST', '/api/collections/orders', { body: { title } })
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error: QuireError) => error.code,
    )

  it('is rolled back with an error to its caller, and the next one begins', async () => {
    const done = Promise.withResolvers<void>()
    // SQLite has one writer, so the next write waits for it. On PostgreSQL, it must not time out itself.
    onChange = hangOn('hanging', dialect === 'sqlite' ? undefined : done.promise)
    const both = [post('hanging'), post('next').finally(done.resolve)] as const
    const [hanging, next] = await Promise.all(both)
    expect(hanging).toMatchObject({ status: 503, body: { error: { code: 'timeout' } } })
    expect(next.status).toBe(201)
    expect(await titles()).toEqual(['next'])
  })

  it('blocks no reads and no probes, whatever their number', async () => {
    const asked = Promise.withResolvers<void>()
    onChange = hangOn('hanging', asked.promise)
    const answered: string[] = []
    const note = (name: string) => (answer: { status: number }) => answered.push(`${name} ${answer.status}`)
    const hanging = Array.from({ length: 4 }, () => post('hanging').then(note('write')))
    await expect.poll(() => app().app.readiness()).toMatchObject({ database: 'ok' })
    await app().request('GET', '/api/collections/orders').then(note('list'))
    await app().request('GET', '/readyz').then(note('probe'))
    expect(answered).toEqual(['list 200', 'probe 200'])
    asked.resolve()
    await Promise.all(hanging)
  })

  it('refuses later writes of its hook', async () => {
    const gate = Promise.withResolvers<void>()
    const late = Promise.withResolvers<string[]>()
    onChange = async (args) => {
      if (args.doc?.['title'] !== 'hanging') return
      setImmediate(() => time.pass(PATIENCE))
      await gate.promise
      onChange = () => undefined
      const local = args.local as unknown as Local
      const { id } = must(args, 'arguments')
      late.resolve([
        await codeOf(local.collections.orders.create({ title: 'late, by its own local' })),
        await codeOf(app().app.local.collections.orders.create({ title: 'late' }, { context: args.context })),
        await codeOf(local.collections.orders.update(String(id), { title: 'late update' })),
        await codeOf(local.collections.orders.find({})),
      ])
    }
    expect(await post('hanging')).toMatchObject({ status: 503, body: { error: { code: 'timeout' } } })
    // Another caller's transaction is open while the hook goes on.
    const other = post('other')
    gate.resolve()
    expect(await late.promise).toEqual(['timeout', 'timeout', 'timeout', 'timeout'])
    expect((await other).status).toBe(201)
    expect((await post('one more')).status).toBe(201)
    expect(await titles()).toEqual(['one more', 'other'])
    expect(app().events.map(({ doc }) => doc?.['title'])).toEqual(['other', 'one more'])
  })

  it('is also aborted in the middle of its work', async () => {
    onChange = async (args) => {
      if (args.doc?.['title'] !== 'endless') return
      onChange = () => undefined
      for (let made = 0; ; made += 1) {
        if (made === 10) setImmediate(() => time.pass(PATIENCE))
        await (args.local as unknown as Local).collections.orders.create({ title: 'more and more' })
      }
    }
    expect(await post('endless')).toMatchObject({ status: 503, body: { error: { code: 'timeout' } } })
    expect(await titles()).toEqual([])
  })

  it('queues a bounded number of calls; others are refused at once, with a retry time', async () => {
    const counted = Promise.withResolvers<void>()
    onChange = hangOn('hanging', counted.promise)
    const answered: string[] = []
    const write = async (title: string) => {
      const answer = await post(title)
      answered.push(`${answer.body?.error?.code ?? answer.status} ${answer.headers.get('retry-after')}`)
    }
    const running = dialect === 'sqlite' ? 1 : 2
    const writes = Array.from({ length: running + 3 + 4 }, () => write('hanging'))
    await expect.poll(() => answered).toHaveLength(4)
    expect(answered).toEqual(Array.from({ length: 4 }, () => 'unavailable 1'))
    counted.resolve()
    await Promise.all(writes)
    expect(await titles()).toEqual([])
    expect((await post('next')).status).toBe(201)
  })
})

describeEachDatabase('closing on %s', (dialect) => {
  const slow = ordersWith({ transactionTimeout: '1h' })

  it('does not wait for a hanging hook', async () => {
    const app: TestApp<typeof slow> = await createTestApp(slow, { dialect, postgresUrl: inject('postgresUrl') })
    const entered = Promise.withResolvers<void>()
    onChange = () => {
      entered.resolve()
      return never
    }
    const { orders } = app.app.local.collections
    const hanging = Array.from({ length: 4 }, () =>
      orders.create({ title: 'hanging' }).catch((error: QuireError) => error.code),
    )
    await entered.promise
    await app.close()
    expect(await Promise.all(hanging)).toEqual(Array.from({ length: 4 }, () => 'unavailable'))
  })
})
