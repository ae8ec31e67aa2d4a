import { onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { members } from './members.ts'
import { newcomer, type SignedIn, verdict } from './people.ts'

onEachDatabase('preferences', { config: members }, (app) => {
  const call = (method: string, key: string, user?: SignedIn, body?: unknown) =>
    app().request(method, `/api/preferences${key === '' ? '' : `/${key}`}`, { body, headers: user ? user.byToken : {} })

  it('are stored, read, replaced and deleted', async () => {
    const user = await newcomer(app())
    for (const value of [{ columns: ['title'], wide: true }, [], 'dark', 0, false, null]) {
      const put = await call('PUT', 'list.posts', user, { value })
      expect([put.status, put.body]).toEqual([200, { key: 'list.posts', value }])
      const got = await call('GET', 'list.posts', user)
      expect([got.status, got.body]).toEqual([200, { key: 'list.posts', value }])
    }
    const gone = await call('DELETE', 'list.posts', user)
    expect([gone.status, gone.body]).toEqual([200, { key: 'list.posts', deleted: true }])
    expect(verdict(await call('GET', 'list.posts', user))).toEqual([404, 'not_found'])
    expect(verdict(await call('DELETE', 'list.posts', user))).toEqual([404, 'not_found'])
  })

  it('belong to each actor, and are reset together', async () => {
    const one = await newcomer(app())
    const other = await newcomer(app())
    for (const key of ['a', 'b', 'c']) await call('PUT', key, one, { value: key })
    await call('PUT', 'a', other, { value: 'other' })
    expect((await call('GET', 'a', one)).body.value).toBe('a')
    const reset = await call('DELETE', '', one)
    expect([reset.status, reset.body]).toEqual([200, { deleted: 3 }])
    expect((await call('DELETE', '', one)).body).toEqual({ deleted: 0 })
    expect((await call('GET', 'a', other)).body.value).toBe('other')
  })

  it('need a signed-in user', async () => {
    for (const [method, key, body] of [
      ['GET', 'k'],
      ['PUT', 'k', { value: 1 }],
      ['DELETE', 'k'],
      ['DELETE', ''],
    ] as const) {
      expect(verdict(await call(method, key, undefined, body)), method).toEqual([401, 'unauthenticated'])
    }
  })

  it('have keys of one form', async () => {
    const user = await newcomer(app())
    for (const key of ['a', 'A.b_c:d-9', 'k'.repeat(128)]) {
      expect((await call('PUT', encodeURIComponent(key), user, { value: 1 })).body).toEqual({ key, value: 1 })
    }
    for (const key of ['k'.repeat(129), 'a%20b', 'a%2Fb', '%C3%A4', 'a*b', 'k'.repeat(5000)]) {
      for (const [method, body] of [['GET'], ['PUT', { value: 1 }], ['DELETE']] as const) {
        expect(verdict(await call(method, key, user, body)), `${method} ${key.slice(0, 20)}`).toEqual([
          400,
          'invalid_request',
        ])
      }
    }
  })

  it('have at most 64 KiB', async () => {
    const user = await newcomer(app())
    const text = (bytes: number) => 'v'.repeat(bytes - 2)
    expect((await call('PUT', 'big', user, { value: text(65_536) })).status).toBe(200)
    expect(verdict(await call('PUT', 'big', user, { value: text(65_537) }))).toEqual([413, 'payload_too_large'])
    expect(verdict(await call('PUT', 'big', user, { value: 'ä'.repeat(40_000) }))).toEqual([413, 'payload_too_large'])
    expect((await call('GET', 'big', user)).body.value).toHaveLength(65_534)
  })

  it('accept only a value', async () => {
    const user = await newcomer(app())
    for (const body of [{}, { value: 1, more: 1 }, { values: 1 }]) {
      expect(verdict(await call('PUT', 'k', user, body))).toEqual([422, 'validation'])
    }
    expect(verdict(await call('PUT', 'k', user))).toEqual([400, 'invalid_json'])
    expect(verdict(await call('DELETE', 'k', user, { value: 1 }))).toEqual([400, 'invalid_request'])
    expect(verdict(await app().request('GET', '/api/preferences', { headers: user.byToken }))).toEqual([
      405,
      'method_not_allowed',
    ])
  })

  it('survive many concurrent writes', async () => {
    const user = await newcomer(app())
    const answers = await Promise.all(Array.from({ length: 10 }, (_, value) => call('PUT', 'k', user, { value })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await call('GET', 'k', user)).body.value).toBeTypeOf('number')
  })
})
