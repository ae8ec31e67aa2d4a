import { onEachDatabase } from '@quirecms/testkit'
import { collection, ConfigurationError, createApp, defineConfig, f, type HookArguments } from 'quirecms'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const everybody = () => true
const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const bob = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users' }
const cat = { id: '01890000-0000-7000-8000-00000000000c', collection: 'users' }
const statements: string[] = []
const onStatement = (sql: string) => void statements.push(sql)
const committed: unknown[] = []
let onChange: (title: unknown) => unknown = () => undefined

const config = defineConfig({
  bulk: { documents: 250 },
  collections: {
    notes: collection({
      fields: {
        title: f.text(),
        state: f.text(),
        owner: f.text(),
        code: f.text({ unique: true }),
        secret: f.text({ access: { read: () => false } }),
      },
      trash: true,
      access: {
        read: ({ actor }) => actor !== null && (actor.id === bob.id || { owner: { equals: actor.id } }),
        create: everybody,
        update: ({ actor }) => actor?.id === ann.id,
        delete: ({ actor }) => actor?.id === ann.id,
      },
      hooks: {
        afterChange: [({ doc, operation }: HookArguments) => operation === 'update' && onChange(doc?.['title'])],
        afterCommit: [({ doc, operation }) => operation !== 'create' && void committed.push(doc?.['title'])],
      },
    }),
    pages: collection({
      fields: { title: f.text(), owner: f.text() },
      versions: { drafts: true },
      access: {
        read: everybody,
        readDrafts: ({ actor }) => actor?.id === ann.id || (actor?.id === cat.id && { owner: { equals: cat.id } }),
        publish: everybody,
        update: everybody,
        delete: everybody,
      },
    }),
  },
})

const now = performance.now.bind(performance)
const passTime = (ms: number) => void vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)

interface BulkAnswer {
  matched: number
  succeeded: number
  failed: number
  remaining?: number
  results: { id: string; ok: boolean; error: { code: string; status: number; issues?: { path: string }[] } }[]
}

onEachDatabase('bulk by a query', { config, actors: { ann, bob, cat }, onStatement }, (app) => {
  const notes = () => app().app.local.asSystem().collections.notes
  const fill = async (count: number, more: object = {}) => {
    for (let number = 0; number < count; number += 1)
      await notes().create({ title: `N${number}`, state: 'new', owner: ann.id, ...more })
    committed.length = statements.length = 0
  }
  const send = async (body: unknown, as: 'ann' | 'bob' | 'cat' | null = 'ann', slug = 'notes') => {
    const answer = await app().request('POST', `/api/collections/${slug}/bulk`, { body, ...(as && { as }) })
    return {
      status: answer.status,
      body: JSON.parse(answer.text) as BulkAnswer & { error?: BulkAnswer['results'][0]['error'] },
    }
  }
  const count = async (where: object, more: object = {}) => (await notes().count({ where, ...more })).count

  beforeEach(() => {
    onChange = () => undefined
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('changes all matches in batches, even if the change ends the match', async () => {
    await fill(130)
    await notes().create({ title: 'other', state: 'old', owner: ann.id })
    committed.length = statements.length = 0
    const body = { action: 'update', where: { state: { equals: 'new' } }, data: { state: 'done' } }
    expect(await send(body)).toEqual({ status: 200, body: { matched: 130, succeeded: 130, failed: 0, results: [] } })
    expect([await count({ state: { equals: 'done' } }), await count({ state: { equals: 'old' } })]).toEqual([130, 1])
    expect(committed).toHaveLength(130)
    expect(statements.filter((sql) => /^\s*begin/i.test(sql)).length).toBeLessThan(65)
    expect((await send(body)).body).toEqual({ matched: 0, succeeded: 0, failed: 0, results: [] })
  })

  it('changes the documents that matched at the start, and not those that its changes create', async () => {
    await fill(3)
    onChange = () => notes().create({ title: 'made', state: 'new', owner: ann.id })
    const { body } = await send({ action: 'update', where: { state: { equals: 'new' } }, data: { state: 'new' } })
    expect(body).toMatchObject({ matched: 3, succeeded: 3 })
    expect(await count({})).toBe(6)
  })

  it('changes only readable documents, and does not filter by hidden fields', async () => {
    await fill(2)
    await fill(2, { owner: 'somebody', secret: 'hush' })
    expect((await send({ action: 'update', where: {}, data: { state: 'done' } })).body).toMatchObject({ matched: 2 })
    expect(await count({ state: { equals: 'done' } })).toBe(2)
    const hidden = await send({ action: 'delete', where: { secret: { equals: 'hush' } } })
    expect([hidden.status, hidden.body.error?.code, hidden.body.error?.issues?.[0]?.path]).toEqual([
      400,
      'invalid_query',
      'where.secret',
    ])
    const unknown = await send({ action: 'delete', where: { nothing: { equals: 1 } } })
    expect(unknown.body.error?.issues?.[0]?.path).toBe('where.nothing')
    expect((await send({ action: 'delete', where: null })).status).toBe(400)
    expect((await send({ action: 'delete', where: {} }, null)).status).toBe(401)
    expect(await count({})).toBe(4)
  })

  it('checks the rules of each document, and returns the first 100 failures', async () => {
    await fill(120)
    const { body } = await send({ action: 'update', where: {}, data: { state: 'done' } }, 'bob')
    expect([body.matched, body.succeeded, body.failed, body.results.length]).toEqual([120, 0, 120, 100])
    expect(body.results[0]).toMatchObject({ ok: false, error: { code: 'forbidden', status: 403 } })
    expect(await count({ state: { equals: 'done' } })).toBe(0)
  })

  it('rolls back a failing document, and no other', async () => {
    await fill(5)
    onChange = (title) => {
      if (title === 'N2') throw new Error('Not this one')
    }
    const { body } = await send({ action: 'update', where: {}, data: { state: 'done' } })
    expect(body).toMatchObject({ matched: 5, succeeded: 4, failed: 1, results: [{ error: { code: 'internal' } }] })
    expect(committed).toEqual(['N0', 'N1', 'N3', 'N4'])
    onChange = () => undefined
    const unique = await send({ action: 'update', where: {}, data: { code: 'one' } })
    expect(unique.body).toMatchObject({ matched: 5, succeeded: 1, failed: 4 })
    expect(unique.body.results[0]?.error.issues?.[0]?.path).toBe('data.code')
    expect(await count({ code: { equals: 'one' } })).toBe(1)
  })

  it('changes nothing if more documents match than allowed', async () => {
    await fill(251)
    const { status, body } = await send({ action: 'delete', where: {} })
    expect([status, body.error?.code]).toEqual([422, 'validation'])
    expect(body.error?.issues).toMatchObject([{ code: 'max_rows', path: 'where' }])
    expect(await count({})).toBe(251)
    expect(await send({ action: 'delete', where: { title: { not_equals: 'N0' } } })).toMatchObject({
      body: { matched: 250, succeeded: 250 },
    })
  })

  it('returns the number of remaining documents at the time limit, and continues in process', async () => {
    await fill(10)
    // The time of a request is 30 seconds.
    onChange = (title) => title === 'N3' && passTime(20_000)
    const body = { action: 'update', where: { state: { equals: 'new' } }, data: { state: 'done' } } as const
    expect((await send(body)).body).toEqual({ matched: 10, succeeded: 4, failed: 0, remaining: 6, results: [] })
    vi.restoreAllMocks()
    onChange = (title) => title === 'N5' && passTime(20_000)
    expect(await notes().bulk(body)).toEqual({ matched: 6, succeeded: 6, failed: 0, results: [] })
  })

  it('searches the trash for actions on the trash', async () => {
    await fill(4)
    await send({ action: 'delete', where: { title: { in: ['N0', 'N1', 'N2'] } } })
    expect(await count({})).toBe(1)
    expect((await send({ action: 'delete', where: { title: { equals: 'N0' } } })).body.matched).toBe(0)
    expect((await send({ action: 'restoreDeleted', where: { title: { equals: 'N0' } } })).body).toMatchObject({
      matched: 1,
      succeeded: 1,
    })
    expect((await send({ action: 'restoreDeleted', where: {} }, 'bob')).status, 'no right to delete').toBe(403)
    expect((await send({ action: 'deletePermanent', where: {} })).body).toMatchObject({ matched: 2, succeeded: 2 })
    expect([await count({}), await count({}, { trash: true })]).toEqual([2, 0])
  })

  it('reads the same copy as a list', async () => {
    const pages = app().app.local.asSystem().collections.pages
    const live = await pages.create({ title: 'live' }, { publish: true })
    await pages.update(live.id, { title: 'draft' })
    await pages.create({ title: 'draft' })
    const body = { action: 'publish', where: { title: { equals: 'draft' } } }
    expect((await send(body, 'bob', 'pages')).body).toMatchObject({ matched: 0, succeeded: 0 })
    expect((await send(body, 'ann', 'pages')).body).toMatchObject({ matched: 2, succeeded: 2 })
  })

  it('finds readable drafts, and the live copy of other documents', async () => {
    const pages = app().app.local.asSystem().collections.pages
    const make = async (title: string, owner: string, live?: string) => {
      const { id } = await pages.create({ title: live ?? title, owner }, { publish: live !== undefined })
      if (live !== undefined) await pages.update(id, { title })
      return id
    }
    const own = [await make('new', cat.id), await make('new', cat.id, 'old')]
    const others = [await make('new', ann.id), await make('new', ann.id, 'old')]
    const states = async (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await pages.findOne(id))._status))
    const body = (title: string) => ({ action: 'publish', where: { title: { equals: title } } })
    expect((await send(body('new'), 'cat', 'pages')).body).toMatchObject({ matched: 2, succeeded: 2 })
    expect([await states(own), await states(others)]).toEqual([
      ['published', 'published'],
      ['draft', 'draft'],
    ])
    expect((await send(body('old'), 'cat', 'pages')).body).toMatchObject({ matched: 1 })
    const asCat = app().app.local.as(cat).collections.pages
    const renamed = { where: { title: { equals: 'new' }, owner: { equals: cat.id } }, data: { title: 'newer' } }
    expect(await asCat.updateMany(renamed)).toMatchObject({ updated: 2, failed: 0 })
    // Drafts again: live titles are unchanged.
    expect(await asCat.deleteMany({ where: { title: { equals: 'newer' } } })).toMatchObject({ deleted: 2, failed: 0 })
  })
})

it('the limit is checked at startup', async () => {
  const error = await createApp({ ...config, bulk: { documents: 0, other: 1 } as never }).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ConfigurationError)
  for (const place of ['bulk.documents', 'bulk.other']) expect(String(error)).toContain(place)
})
