import { docOf, must, onEachDatabase } from '@quirecms/testkit'
import { NEXT_SECRET, SECRET, startReceiver } from './receiver.ts'
import { newsroom } from './newsroom.ts'
import { verifyWebhook } from '@quirecms/webhooks'
import { afterAll, beforeEach, expect, it } from 'vitest'

const SECOND = 1_000
const receiver = await startReceiver()
afterAll(() => receiver.close())

const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }
const actors = {
  admin: { collection: 'users', id: '01890000-0000-7000-8000-000000000001' },
  chief: { collection: 'users', id: '01890000-0000-7000-8000-000000000003', role: 'chief' },
  reader: { collection: 'readers', id: '01890000-0000-7000-8000-000000000002' },
}
const config = newsroom(receiver.url, {
  bodyLimit: '2kb',
  retryAfter: ['5s', '30s'],
  maxWaiting: 12,
  log: { retention: '1h', max: 5 },
})
const setup = { config, actors, clock: () => new Date(time.now), jobs: false }
const LOG = '/api/plugins/webhooks'

onEachDatabase('webhooks', setup, (app) => {
  const articles = () => app().app.local.collections.articles
  const pages = () => app().app.local.collections.pages
  const runJobs = () => app().app.runJobs()
  const told = () =>
    receiver.received.map(
      ({ body }) => `${body.type} ${body.data.collection ?? body.data.global} ${body.data.revision}`,
    )
  const deliveries = async (query = '') => {
    const { status, body } = await app().request('GET', `${LOG}/deliveries?limit=100&${query}`, { as: 'chief' })
    expect(status).toBe(200)
    return body.docs as { id: string; status: string; attempts: number; [name: string]: unknown }[]
  }
  const later = async (seconds: number) => {
    time.now += seconds * SECOND
    await runJobs()
  }

  beforeEach(async () => {
    await app().app.storage.transaction(async ({ records }) => {
      await records.remove('webhook-deliveries', {})
      await records.remove('jobs', {})
    })
    receiver.received.length = 0
    receiver.answer = () => undefined
  })

  it('deliver every event of a document, in order, signed, without hidden fields', async () => {
    const { id } = await articles().create({ title: 'One' })
    await app().local.asSystem().collection('articles').update(id, { secret: 'hidden', title: 'Two' })
    await articles().delete(id)
    await articles().restoreDeleted(id)
    await articles().delete(id)
    await articles().deletePermanent(id)
    await app().app.local.globals.site.update({ name: 'News' })
    expect(receiver.received).toEqual([])
    await runJobs()
    expect(told().filter((one) => one.includes('articles'))).toEqual([
      'document.created articles 1',
      'document.updated articles 2',
      'document.trashed articles 3',
      'document.restored articles 4',
      'document.trashed articles 5',
      'document.deleted articles 5',
    ])
    expect(told()).toContain('global.updated site 2')
    const updated = must(
      receiver.received.find(({ body }) => body.type === 'document.updated'),
      'update',
    )
    expect(updated.body).toEqual({
      id: updated.headers['webhook-id'],
      type: 'document.updated',
      timestamp: new Date(time.now).toISOString(),
      data: {
        collection: 'articles',
        id,
        revision: 2,
        actor: null,
        doc: expect.objectContaining({ id, title: 'Two' }),
      },
    })
    expect(updated.text).not.toContain('hidden')
    expect(updated.headers).toMatchObject({
      authorization: 'Bearer s3cret',
      'content-type': 'application/json; charset=utf-8',
      'webhook-timestamp': String(Math.floor(time.now / 1000)),
    })
    const check = { headers: updated.headers, body: updated.text, now: time.now }
    expect(verifyWebhook({ ...check, secret: SECRET })).toBe(true)
    expect(verifyWebhook({ ...check, secret: NEXT_SECRET })).toBe(false)
    await runJobs()
    expect(receiver.received).toHaveLength(7)
    // No work is left in the queue.
    expect(await app().app.storage.reader.records.count('jobs', {})).toBe(0)
  })

  it('deliver nothing of a rolled-back change', async () => {
    await expect(articles().create({ title: 'Refused' })).rejects.toMatchObject({ code: 'forbidden' })
    const undone = app().app.local.transaction(async (local) => {
      await local.collections.pages.create({ title: 'Undone' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await deliveries()).toEqual([])
    await runJobs()
    expect(receiver.received).toEqual([])
  })

  it('are filtered by event and collection; users are included only if they are named', async () => {
    await app()
      .app.local.asSystem()
      .auth.users.createUser({ data: { email: 'a@example.com' }, password: 'correct horse' })
    const { id } = await articles().create({ title: 'A' })
    await articles().publish(id)
    await pages().create({ title: 'P' })
    await runJobs()
    const listed = (await deliveries('endpoint=published')).map(({ event }) => event)
    expect(listed).toEqual(['document.published'])
    expect((await deliveries('endpoint=all')).map(({ collection }) => String(collection)).toSorted()).toEqual([
      'articles',
      'articles',
      'pages',
    ])
    const short = receiver.received.find(({ body }) => !('doc' in body.data))
    expect(must(short, 'reference').body.data).toEqual({ collection: 'articles', id, revision: 2, actor: null })
    // All endpoints get the same event.
    const ids = receiver.received.filter(({ body }) => body.type === 'document.published').map(({ body }) => body.id)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  it('are retried with increasing delays; later events of the document wait, other documents do not', async () => {
    const { id } = await pages().create({ title: 'Down' })
    await pages().update(id, { title: 'Down still' })
    const other = await pages().create({ title: 'Other' })
    let isDown = true
    receiver.answer = ({ body }) => (isDown && body.data.id === id ? 503 : undefined)
    await later(0)
    expect(told()).toHaveLength(2)
    const [waiting] = await deliveries(`documentId=${id}&status=pending`)
    expect((await deliveries(`documentId=${other.id}`))[0]).toMatchObject({ status: 'delivered', responseStatus: 204 })
    expect(waiting).toMatchObject({ attempts: 0, event: 'document.updated' })
    await later(4)
    expect(told()).toHaveLength(2)
    await later(1)
    expect(told()).toHaveLength(3)
    await later(29)
    expect(told()).toHaveLength(3)
    isDown = false
    await later(1)
    expect(told().slice(3)).toEqual(['document.created pages 1', 'document.updated pages 2'])
    const [update, create] = await deliveries(`documentId=${id}`)
    expect(create).toMatchObject({ attempts: 3, status: 'delivered', error: null, responseStatus: 204 })
    expect(update).toMatchObject({ attempts: 1, status: 'delivered' })
    // All attempts have the same id, so that receivers can detect duplicates.
    const attempts = receiver.received.filter(({ body }) => body.type === 'document.created' && body.data.id === id)
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('that failed for good let the next one pass, and can be redelivered', async () => {
    const { id } = await pages().create({ title: 'Lost' })
    await pages().update(id, { title: 'Next' })
    receiver.answer = ({ body }) => (body.type === 'document.created' ? 500 : undefined)
    for (const seconds of [0, 5, 30]) await later(seconds)
    const [update, create] = await deliveries(`documentId=${id}`)
    expect(create).toMatchObject({ status: 'failed', attempts: 3, error: 'The endpoint answered with status 500.' })
    expect(update).toMatchObject({ status: 'delivered', attempts: 1 })
    receiver.answer = () => undefined
    receiver.received.length = 0
    const failed = must(create, 'delivery')
    const answer = await app().request('POST', `${LOG}/deliveries/${failed.id}/redeliver`, { as: 'chief' })
    expect([answer.status, docOf(answer)]).toMatchObject([201, { status: 'pending', redeliveryOf: failed.id }])
    const again = await app().request('POST', `${LOG}/deliveries/${docOf(answer).id}/redeliver`, { as: 'chief' })
    expect(again.body.error.code).toBe('invalid_state')
    await later(0)
    expect(receiver.received).toMatchObject([{ body: { id: failed['eventId'], type: 'document.created' } }])
  })

  it('have all their attempts, however long they have waited behind others', async () => {
    const { id } = await pages().create({ title: 'One' })
    for (const title of ['Two', 'Three']) await pages().update(id, { title })
    receiver.answer = () => 500
    for (const seconds of [0, 5, 30, 1, 5, 30, 3_600, 5, 30]) await later(seconds)
    const attempts = [1, 1, 1, 2, 2, 2, 3, 3, 3]
    expect(told()).toEqual(attempts.map((n) => `document.${n === 1 ? 'created' : 'updated'} pages ${n}`))
    expect(new Set((await deliveries()).map(({ status }) => status))).toEqual(new Set(['failed']))
  })

  it('can be retried at once when an endpoint is back', async () => {
    const retry = (name: string, as = 'chief') => app().request('POST', `${LOG}/endpoints/${name}/retry`, { as })
    receiver.answer = () => 500
    for (const title of ['One', 'Two']) await pages().create({ title })
    for (const seconds of [0, 5]) await later(seconds)
    const all = async () => (await app().request('GET', `${LOG}/endpoints`, { as: 'chief' })).body.endpoints[0]
    const since = new Date(time.now - 5 * SECOND).toISOString()
    expect(await all()).toMatchObject({
      pending: 2,
      failed: 0,
      waitingSince: since,
      error: 'The endpoint answered with status 500.',
      responseStatus: 500,
      nextAttemptAt: new Date(time.now + 30 * SECOND).toISOString(),
      deliveredAt: null,
    })
    receiver.answer = () => undefined
    receiver.received.length = 0
    await later(1)
    expect(receiver.received).toEqual([])
    expect((await retry('all')).body).toEqual({ retried: 2 })
    expect((await deliveries()).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual(
      [0, 0].map(() => new Date(time.now).toISOString()),
    )
    await runJobs()
    expect(told()).toHaveLength(2)
    expect(await deliveries()).toMatchObject([0, 0].map(() => ({ status: 'delivered', attempts: 3 })))
    const idle = { pending: 0, waitingSince: null, error: null, responseStatus: null, nextAttemptAt: null }
    expect(await all()).toMatchObject({ ...idle, deliveredAt: new Date(time.now).toISOString() })
    expect((await retry('all')).body).toEqual({ retried: 0 })
    expect((await retry('none')).status).toBe(404)
    expect((await retry('all', 'reader')).status).toBe(403)
  })

  it('beyond the maximum are dropped, the oldest first, with a log line', async () => {
    receiver.answer = () => 503
    const ids: string[] = []
    for (let at = 0; at < 15; at += 1) {
      time.now += SECOND
      ids.push((await articles().create({ title: `Number ${at}` })).id)
    }
    await runJobs()
    const toAll = async () =>
      (await deliveries('endpoint=all')).map(({ status, documentId }) => [ids.indexOf(String(documentId)), status])
    const [newest, oldest] = [(await toAll()).slice(0, 12), (await toAll()).slice(12)]
    expect(newest.map(([, status]) => status)).toEqual(Array.from({ length: 12 }, () => 'pending'))
    expect(oldest).toEqual([
      [2, 'failed'],
      [1, 'failed'],
      [0, 'failed'],
    ])
    const [given] = (await deliveries('endpoint=all&status=failed')).map(({ error }) => error)
    expect(given).toBe('More than 12 deliveries waited for this endpoint.')
    receiver.answer = () => undefined
    await later(60)
    expect(new Set(receiver.received.slice(-12).map(({ body }) => body.data.id))).toEqual(new Set(ids.slice(3)))
  })

  it('to removed endpoints fail after a while', async () => {
    await pages().create({ title: 'A' })
    await app().app.storage.transaction(({ records }) => records.update('webhook-deliveries', {}, { endpoint: 'gone' }))
    await app().app.storage.transaction(({ records }) => records.remove('jobs', {}))
    await later(3_599)
    expect(await deliveries()).toMatchObject([{ status: 'pending' }])
    await later(2)
    expect(await deliveries()).toMatchObject([{ status: 'failed', error: 'There is no such endpoint any more.' }])
    expect(receiver.received).toEqual([])
  })

  it('wait as long as the endpoint requests, and fail if it answers 410', async () => {
    const { id } = await pages().create({ title: 'A' })
    receiver.answer = () => (response) => response.writeHead(429, { 'retry-after': '60' }).end()
    await later(0)
    await later(59)
    expect(receiver.received).toHaveLength(1)
    receiver.answer = () => 410
    await later(1)
    expect(receiver.received).toHaveLength(2)
    expect(await deliveries(`documentId=${id}`)).toMatchObject([{ status: 'failed', responseStatus: 410 }])
  })

  it('follow no redirects, and omit the document if it is too large', async () => {
    receiver.answer = () => (response) => response.writeHead(302, { location: receiver.url }).end()
    await pages().create({ title: 'x'.repeat(3_000) })
    await later(0)
    expect(receiver.received).toHaveLength(1)
    expect(must(receiver.received[0], 'request').body.data).toMatchObject({ doc: null, tooLarge: true, revision: 1 })
    expect(await deliveries()).toMatchObject([{ status: 'pending', responseStatus: 302 }])
  })

  it('have a log only for administrators, without secrets', async () => {
    await pages().create({ title: 'A' })
    await runJobs()
    const [one] = await deliveries()
    const paths = ['/deliveries', `/deliveries/${one?.id}`, '/endpoints']
    for (const path of paths) {
      expect((await app().request('GET', LOG + path)).status).toBe(401)
      expect((await app().request('GET', LOG + path, { as: 'reader' })).status).toBe(403)
      const { status, text } = await app().request('GET', LOG + path, { as: 'chief' })
      expect(status).toBe(200)
      for (const secret of [SECRET.slice(8), 't0ken', 's3cret']) expect(text).not.toContain(secret)
    }
    for (const path of [`/deliveries/${one?.id}/redeliver`, '/endpoints/all/test'])
      expect((await app().request('POST', LOG + path, { as: 'reader' })).status).toBe(403)
    expect(receiver.received).toHaveLength(1)
    const whole = docOf(await app().request('GET', `${LOG}/deliveries/${one?.id}`, { as: 'chief' }))
    expect(whole['body']).toBe(receiver.received[0]?.text)
    const wrong = await app().request('GET', `${LOG}/deliveries?status=lost`, { as: 'chief' })
    expect([wrong.status, wrong.body.error.issues[0].path]).toEqual([400, 'status'])
    const query = 'status=lost&limit=0&colour=red'
    const several = await app().request('GET', `${LOG}/deliveries?${query}`, { as: 'chief' })
    expect(several.body.error.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'colour',
      'limit',
      'status',
    ])
    expect((await app().request('GET', `${LOG}/endpoints`, { as: 'chief' })).body.endpoints).toMatchObject([
      { name: 'all', pending: 0, failed: 0 },
      { name: 'published', events: ['document.published'], collections: ['articles'], globals: [] },
    ])
    const local = must(app().local.asSystem().plugins['webhooks'], 'webhooks')
    expect(await must(local['deliveries'], 'method')({ status: 'delivered' })).toMatchObject({
      docs: [{ id: one?.id }],
    })
  })

  it('show payloads only to users who may read all documents', async () => {
    const { files, wages, ideas } = app().app.local.asSystem().collections
    const total = async (as: string) =>
      (await app().request('GET', `${LOG}/deliveries?limit=1`, { as })).body.pagination.totalDocs
    await files.create({ title: 'Closed' })
    await wages.create({ title: 'Wage', amount: 12 })
    await ideas.create({ title: 'Draft' })
    await app().request('POST', `${LOG}/endpoints/all/test`, { as: 'chief' })
    await runJobs()
    const all = await deliveries('endpoint=all')
    expect(all.map(({ collection }) => collection)).toEqual([null, 'ideas', 'wages', 'files'])
    const read = async (id: string, as: string) => {
      const { status, body } = await app().request('GET', `${LOG}/deliveries/${id}`, { as })
      return status === 200 ? body.doc.body : status
    }
    const bodies = (as: string) => Promise.all(all.map(({ id }) => read(id, as)))
    // Of events that they may not read completely, they learn nothing, not even the number.
    expect(await bodies('admin')).toEqual([expect.stringContaining('test'), null, null, 404])
    expect([await total('admin'), await total('chief')]).toEqual([3, 4])
    expect((await bodies('chief')).every((body) => typeof body === 'string')).toBe(true)
    const closed = must(all.at(-1), 'delivery')
    for (const path of [`/deliveries/${closed.id}/redeliver`, '/endpoints/all/test', '/endpoints/all/retry'])
      expect((await app().request('POST', LOG + path, { as: 'admin' })).status).toBe(404)
    const { endpoints } = (await app().request('GET', `${LOG}/endpoints`, { as: 'admin' })).body
    expect(endpoints).toMatchObject([{ name: 'published' }])
    expect((await app().request('POST', `${LOG}/endpoints/published/test`, { as: 'admin' })).status).toBe(201)
  })

  it('can be tested, and are described in OpenAPI', async () => {
    const answer = await app().request('POST', `${LOG}/endpoints/all/test`, { as: 'chief' })
    expect(docOf(answer)).toMatchObject({ event: 'test', collection: null, documentId: null })
    expect((await app().request('POST', `${LOG}/endpoints/none/test`, { as: 'chief' })).status).toBe(404)
    await runJobs()
    expect(receiver.received).toMatchObject([{ body: { type: 'test', data: {} } }])
    const { body } = await app().request('GET', '/api/openapi.json')
    expect(body.paths[`${LOG}/deliveries`].get.tags).toEqual(['Plugin webhooks'])
    expect(body.tags).toContainEqual(expect.objectContaining({ name: 'Plugin webhooks' }))
  })

  it('are deleted some time after they finished, or when there are too many, but never before', async () => {
    receiver.answer = ({ body }) => (body.data.doc.title === 'Waits' ? 503 : undefined)
    await pages().create({ title: 'Waits' })
    for (let number = 0; number < 7; number += 1) {
      time.now += SECOND
      await pages().create({ title: `Page ${number}` })
    }
    await runJobs()
    await runJobs()
    const left = await deliveries()
    expect(left.filter(({ status }) => status === 'pending')).toHaveLength(1)
    expect(left.filter(({ status }) => status === 'delivered')).toHaveLength(5)
    time.now += 3_600 * SECOND + 1
    receiver.answer = () => undefined
    await runJobs()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered'])
  })

  it('are resumed if their job was lost', async () => {
    await pages().create({ title: 'Lost sight of' })
    await app().app.storage.transaction(({ records }) => records.remove('jobs', {}))
    await later(0)
    expect(receiver.received).toEqual([])
    await later(121)
    await runJobs()
    expect(told()).toEqual(['document.created pages 1'])
  })
})
