import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type HookArguments, QuireError, sqlite } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'
import { ownTime } from '../../setup/own-time.ts'

const everybody = () => true

/** Transaction timeout. Only a hanging hook exceeds it, so all other transactions are in time. */
const PATIENCE = 20_000
const time = ownTime()

let onChange: (title: unknown) => unknown = () => undefined

const config = defineConfig({
  // Each test uses its own database; the limits stay.
  database: sqlite(':memory:', { transactionTimeout: PATIENCE }),
  // The timeout of the whole call is much longer.
  server: { requestTimeout: '10m', rateLimit: false },
  collections: {
    orders: collection({
      fields: { title: f.text(), state: f.text() },
      hooks: {
        afterChange: [({ doc, operation }: HookArguments) => operation === 'update' && onChange(doc?.['title'])],
      },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
  },
})

function hang(): Promise<never> {
  setImmediate(() => time.pass(PATIENCE))
  return new Promise<never>(() => {})
}

beforeEach(() => {
  onChange = () => undefined
})

onEachDatabase('a bulk call with hanging documents', { config }, (app) => {
  const orders = () => app().app.local.collections.orders
  /** Changes orders with these titles, and returns the result of each. */
  async function change(titles: readonly string[]): Promise<{ status: number; codes: string[]; changed: unknown[] }> {
    const ids: string[] = []
    for (const title of titles) ids.push((await orders().create({ title })).id)
    const body = { action: 'update', ids, data: { state: 'changed' } }
    const answer = await app().request('POST', '/api/collections/orders/bulk', { body })
    const results = (answer.body.results ?? []) as { ok: boolean; error?: { code: string } }[]
    const codes = results.map(({ ok, error }) => (ok ? 'ok' : (error?.code ?? '')))
    const { docs } = await orders().find({ where: { id: { in: ids }, state: { equals: 'changed' } }, sort: 'title' })
    return { status: answer.status, codes, changed: docs.map(({ title }) => title) }
  }

  it('changes the documents beside one that hangs or fails', async () => {
    onChange = (title) => {
      if (title === 'b') return hang()
      if (title === 'c') throw new Error('Not this one')
      return undefined
    }
    expect(await change(['a', 'b', 'c', 'd'])).toEqual({
      status: 200,
      codes: ['ok', 'timeout', 'internal', 'ok'],
      changed: ['a', 'd'],
    })
  })

  it('changes the documents that share a transaction with one that hangs', async () => {
    onChange = (title) => (title === 'b' ? hang() : undefined)
    for (const title of ['a', 'b', 'c']) await orders().create({ title })
    const body = { action: 'update', where: { title: { in: ['a', 'b', 'c'] } }, data: { state: 'together' } } as const
    const answer = await orders().bulk(body)
    expect(answer).toMatchObject({ matched: 3, succeeded: 2, failed: 1, results: [{ error: { code: 'timeout' } }] })
    const { docs } = await orders().find({ where: { state: { equals: 'together' } }, sort: 'title' })
    expect(docs.map(({ title, revision }) => [title, revision])).toEqual([
      ['a', 2],
      ['c', 2],
    ])
  })

  it('skips the rest once several have hung, so that other calls do not wait', async () => {
    let asked = 0
    onChange = (title) => {
      asked += 1
      return title === 'a' ? undefined : hang()
    }
    const { status, codes, changed } = await change(['a', ...Array.from({ length: 99 }, () => 'hangs')])
    expect([status, changed, asked]).toEqual([200, ['a'], 3])
    expect(codes.slice(0, 4)).toEqual(['ok', 'timeout', 'timeout', 'unavailable'])
    expect(new Set(codes.slice(3))).toEqual(new Set(['unavailable']))
  })

  it('reports the documents that were changed before the rest failed', async () => {
    const fail = (failing: string) => (title: unknown) => {
      if (title === failing) throw new QuireError('unavailable', 'Come again later.')
    }
    onChange = fail('b')
    expect(await change(['a', 'b', 'c'])).toEqual({
      status: 200,
      codes: ['ok', 'unavailable', 'unavailable'],
      changed: ['a'],
    })
    onChange = fail('a')
    expect(await change(['a', 'b'])).toEqual({ status: 503, codes: [], changed: [] })
  })
})
