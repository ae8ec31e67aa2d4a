import type { Actor } from '@quirecms/core'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import {
  bearerToken,
  carriesCredential,
  carriesPreviewToken,
  cookieOf,
  identifyBy,
  previewCredential,
  signInCookieOf,
} from './credentials.ts'
import { originCheck } from './own-origin.ts'

const with_ = (headers: object) => ({ headers, clientAddress: '192.0.2.1' }) as unknown as FastifyRequest

/** Recognizes one session and one key. */
const identify = identifyBy({
  session: async (token, via) =>
    token === 'good' ? { actor: { id: `session ${via}` } as Actor, credential: {} as never } : null,
  apiKey: async (key, address) =>
    key === 'qk_good' ? { actor: { id: `key ${address}` } as Actor, credential: {} as never } : null,
})
const actorOf = async (headers: object) => (await identify(with_(headers))).actor?.id

describe('the actor of a request', () => {
  it.each<[string, object, string | undefined]>([
    ['is unknown without a credential', {}, undefined],
    ['is unknown with another cookie', { cookie: 'a=good' }, undefined],
    ['shows a session in a cookie', { cookie: 'a=b; service_session=good' }, 'session cookie'],
    ['shows a session in a header', { authorization: 'Session good' }, 'session header'],
    ['shows it under its older name', { authorization: 'JWT good' }, 'session header'],
    ['shows an API key', { authorization: 'bearer qk_good' }, 'key 192.0.2.1'],
    [
      'is whom the header says, also beside a cookie',
      { authorization: 'Bearer qk_good', cookie: 'service_session=good' },
      'key 192.0.2.1',
    ],
    ['is unknown with a stale cookie', { cookie: 'service_session=old' }, undefined],
  ])('%s', async (_, headers, id) => expect(await actorOf(headers)).toBe(id))

  it('is anonymous with a stale cookie, which is cleared', async () =>
    expect(await identify(with_({ cookie: 'service_session=old' }))).toEqual({ actor: null, hasStaleCookie: true }))

  it.each<[string, string, string]>([
    ['an unknown key', 'Bearer qk_bad', 'Sign in again'],
    ['a session after Bearer', 'Bearer good', "a session's token goes after `Session`"],
    ['a key after Session', 'Session qk_good', 'An API key goes after `Bearer`'],
    ['another scheme', 'Basic Z29vZA==', 'Send `Authorization: Session <token>`'],
    ['nothing but a scheme', 'Bearer', 'Send `Authorization'],
    ['an empty header', '', 'Send `Authorization'],
    ['blanks in a token', 'Session go od', 'Send `Authorization'],
    ['a wrong header beside a good cookie', 'Session bad', 'Sign in again'],
  ])('is refused with %s', async (_, authorization, hint) => {
    const request = with_({ authorization, cookie: 'service_session=good' })
    await expect(async () => identify(request)).rejects.toMatchObject({
      code: 'invalid_token',
      message: expect.stringContaining(hint),
    })
  })
})

describe('the credentials of a request', () => {
  it.each<[object, boolean, boolean, string | undefined]>([
    [{}, false, false, undefined],
    [{ cookie: 'service_session=x' }, true, false, undefined],
    [{ cookie: 'other=x' }, false, false, undefined],
    [{ authorization: 'Bearer qp_x' }, true, true, 'qp_x'],
    [{ authorization: 'Session qp_x' }, true, false, undefined],
  ])('%j', (headers, credential, preview, token) => {
    expect([
      carriesCredential(with_(headers)),
      carriesPreviewToken(with_(headers)),
      bearerToken(with_(headers)),
    ]).toEqual([credential, preview, token])
  })

  it('are only a preview token where only that is accepted', () => {
    expect(previewCredential(with_({ authorization: 'Bearer qp_x' }))).toEqual({ kind: 'preview', token: 'qp_x' })
    expect(() => previewCredential(with_({}))).toThrow(expect.objectContaining({ code: 'unauthenticated' }))
    for (const authorization of ['Bearer qk_x', 'Session x'])
      expect(() => previewCredential(with_({ authorization }))).toThrow(
        expect.objectContaining({ code: 'invalid_token' }),
      )
  })

  it.each<[string, string | undefined]>([
    ['a=1', '1'],
    ['b=2; a=1', '1'],
    ['b=2;a=1', '1'],
    [' a = 1 ', '1'],
    ['a=1; a=2', '1'],
    ['a=b=c', 'b=c'],
    ['a=', ''],
    ['xa=1', undefined],
    ['A=1', undefined],
    ['', undefined],
  ])('in the cookies %j, a is %j', (header, value) => expect(cookieOf(header, 'a')).toBe(value))

  it('include the sign-in cookie, the one with the host prefix first', () => {
    expect(signInCookieOf('quire_signin=a; __Host-quire_signin=b')).toEqual({ token: 'b', isOfHost: true })
    expect(signInCookieOf('quire_signin=a')).toEqual({ token: 'a', isOfHost: false })
    expect(signInCookieOf('a=b')).toBeUndefined()
  })
})

describe('a write with the session cookie', () => {
  const check = originCheck({ publicUrl: 'https://cms.example.com', allowed: ['https://app.example.com'] })
  const derived = originCheck({ publicUrl: undefined, allowed: [] })
  const request = (headers: object) =>
    ({ headers, protocol: 'http', host: 'localhost:80' }) as unknown as FastifyRequest

  it.each<[string, typeof check, object]>([
    ['its own origin', check, { origin: 'https://cms.example.com' }],
    ['an allowed one', check, { origin: 'https://app.example.com' }],
    ['the origin that it is asked at', derived, { origin: 'http://localhost' }],
    ['no browser', check, {}],
    ['its own pages', check, { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', check, { 'sec-fetch-site': 'none' }],
  ])('may come from %s', (_, one, headers) => expect(() => one(request(headers))).not.toThrow())

  it.each<[string, typeof check, object]>([
    ['another origin', check, { origin: 'https://evil.example.com' }],
    ['its own host without https', check, { origin: 'http://cms.example.com' }],
    ['another port', check, { origin: 'https://cms.example.com:8443' }],
    ['a sandbox', check, { origin: 'null' }],
    ['a sister site', check, { 'sec-fetch-site': 'same-site' }],
    ['another site', check, { 'sec-fetch-site': 'cross-site' }],
    [
      'another origin that claims to be the same',
      check,
      { origin: 'https://evil.example.com', 'sec-fetch-site': 'same-origin' },
    ],
    ['another origin than it is asked at', derived, { origin: 'http://localhost:8080' }],
  ])('may not come from %s', (_, one, headers) =>
    expect(() => one(request(headers))).toThrow(expect.objectContaining({ code: 'origin_not_allowed' })),
  )
})
