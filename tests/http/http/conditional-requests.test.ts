import { createTestApp, type TestApp } from '@quirecms/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { actors, kiosk } from './kiosk.ts'
import { exchange } from './raw-exchange.ts'

const API = '/api/collections'

describe('If-None-Match', () => {
  let app: TestApp<typeof kiosk>
  let id: string
  let path: string

  beforeAll(async () => {
    app = await createTestApp(kiosk, { dialect: 'sqlite', postgresUrl: inject('postgresUrl'), actors })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.clear()
    id = await make('plain')
    path = `${API}/plain/${id}`
  })

  async function make(collection: string): Promise<string> {
    const { body } = await app.request('POST', `${API}/${collection}`, { body: { title: 'One' } })
    return (body as { doc: { id: string } }).doc.id
  }

  const get = (at: string, tag: string, method = 'GET') =>
    app.request(method, at, { headers: { 'if-none-match': tag } })

  it.each(['"1"', 'W/"1"', '"0", "1"', 'W/"7",W/"1"', '"a,b" , "1"', '*', '"1","1"', '"x""1"'])(
    '%s is 304 for the document at revision 1',
    async (tag) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await get(path, tag, method)
        expect([answer.status, answer.text]).toEqual([304, ''])
      }
    },
  )

  it.each(['"2"', '1', '', '"1', "'1'", '"11"', '"1-abc"', '"a" "b"', 'W/1', '"*"', '*, "2"', ',,,'])(
    '%s does not match: the document is returned',
    async (tag) => {
      expect(await get(path, tag)).toMatchObject({ status: 200, body: { doc: { title: 'One' } } })
    },
  )

  it('returns the headers of the response, except those of the body', async () => {
    await make('kept')
    for (const at of [path, `${API}/kept`]) {
      const whole = await exchange(app.url, at)
      const { status, headers, body } = await exchange(app.url, at, { 'if-none-match': String(whole.headers['etag']) })
      expect([status, body.length]).toEqual([304, 0])
      for (const name of ['etag', 'cache-control', 'vary']) expect(headers[name]).toBe(whole.headers[name])
      expect(headers['x-request-id']).toMatch(/./)
      for (const name of ['content-length', 'content-type', 'content-encoding', 'transfer-encoding']) {
        expect(headers).not.toHaveProperty(name)
      }
    }
  })

  it.each([
    '/api/globals/settings',
    '/api/schema',
    '/api/openapi.json',
    '/api/docs',
    `${API}/plain/count`,
    `${API}/kept`,
    `${API}/kept?select={"title":true}`,
  ])('works for %s', async (at) => {
    const tag = (await app.request('GET', at)).headers.get('etag') ?? ''
    expect(await get(at, `"other", ${tag}`)).toMatchObject({ status: 304, text: '' })
    expect((await get(at, '"other"')).status).toBe(200)
  })

  it('reveals no unreadable or missing documents', async () => {
    const closed = `${API}/closed/${await make('closed')}`
    for (const tag of ['*', '"1"']) {
      expect((await get(closed, tag)).status).toBe(401)
      expect((await get(`${API}/plain/01890000-0000-7000-8000-000000000000`, tag)).status).toBe(404)
      expect((await get(`${path}?nope=1`, tag)).status).toBe(400)
    }
  })

  describe('on writes', () => {
    const writes = [
      ['PATCH', '{path}', { title: 'Two' }],
      ['DELETE', '{path}', undefined],
      ['POST', `${API}/plain/bulk`, { action: 'delete', ids: ['{id}'] }],
      ['PATCH', '/api/globals/settings', { siteName: 'Two' }],
    ] as const

    it.each(writes.flatMap((write) => ['*', '"1"', '"7"', 'W/"1"'].map((tag) => [...write, tag] as const)))(
      '%s %s %j with %s is refused and changes nothing',
      async (method, at, body, tag) => {
        const sent = body === undefined ? undefined : JSON.stringify(body).replace('{id}', id)
        const headers = { 'if-none-match': tag, ...(sent !== undefined && { 'content-type': 'application/json' }) }
        app.events.length = 0
        const answer = await app.request(method, at.replace('{path}', path), { body: sent, headers })
        expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request'])
        expect(app.events).toEqual([])
        expect((await app.request('GET', path)).body.doc).toMatchObject({ revision: 1, title: 'One' })
      },
    )

    it('* passes for every create', async () => {
      const headers = { 'if-none-match': '*' }
      const created = await app.request('POST', `${API}/plain`, { body: { title: 'New' }, headers })
      const copied = await app.request('POST', `${path}/duplicate`, { headers })
      expect([created.status, copied.status]).toEqual([201, 201])
      for (const tag of ['"1"', '*, "1"', '']) {
        const refused = await app.request('POST', `${API}/plain`, {
          body: { title: 'New' },
          headers: { 'if-none-match': tag },
        })
        expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request'])
      }
      expect((await app.request('GET', `${API}/plain/count`)).body).toEqual({ count: 3 })
    })
  })

  it('Location has the path of a created document', async () => {
    const created = await app.request('POST', `${API}/plain`, { body: { title: 'New' } })
    expect(created.headers.get('location')).toBe(`${API}/plain/${created.body.doc.id}`)
    const copied = await app.request('POST', `${path}/duplicate?select={}`)
    expect(copied.headers.get('location')).toBe(`${API}/plain/${copied.body.doc.id}`)
    expect((await app.request('GET', copied.headers.get('location') ?? '')).status).toBe(200)
    for (const [method, body] of [['GET'], ['PATCH', { title: 'Two' }]] as const) {
      expect((await app.request(method, path, { body })).headers.get('location')).toBeNull()
    }
  })
})
