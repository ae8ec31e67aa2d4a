import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { onEachDatabase } from '@quirecms/testkit'
import { describe, expect, it } from 'vitest'
import { actors, blog } from './blog.ts'

const POSTS = '/api/collections/posts'

const malformed: Readonly<Record<string, string>> = {
  'no JSON': 'title=One',
  'half of it': '{"title":"One"',
  'trailing data': '{"title":"One"} {}',
  'trailing comma': '{"title":"One",}',
  'a comment': '{"title":"One"/* */}',
  'single quotes': "{'title':'One'}",
  'a list': '[{"title":"One"}]',
  'a text': '"One"',
  'a number': '1',
  null: 'null',
  'a key twice': '{"title":"One","title":"Two"}',
  'a key twice, once escaped': '{"title":"One","t\\u0069tle":"Two"}',
  'a key twice, deep inside': '{"title":"One","extra":{"a":[{"b":1,"b":2}]}}',
  __proto__: '{"title":"One","__proto__":{"views":7}}',
  '__proto__, deep inside': '{"title":"One","extra":{"__proto__":{}}}',
  'a byte-order mark': '\uFEFF{"title":"One"}',
  '33 levels': `{"title":"One","extra":${'['.repeat(32)}${']'.repeat(32)}}`,
  'half a surrogate pair': '{"title":"\\ud800"}',
  'a number beyond all numbers': '{"title":"One","views":1e999}',
  NaN: '{"title":"One","views":NaN}',
  'a control character': '{"title":"O\u0001ne"}',
}

onEachDatabase('bodies are parsed strictly', { config: blog, actors, matrix: 'validation' }, (app) => {
  const routes = () => {
    return [
      ['POST', POSTS],
      ['PATCH', `${POSTS}/{id}`],
      ['POST', `${POSTS}/{id}/duplicate`],
      ['POST', `${POSTS}/bulk`],
      ['PATCH', '/api/globals/settings'],
    ] as const
  }

  async function aPost(): Promise<string> {
    const { id } = await app().app.local.asSystem().collections.posts.create({ title: 'Here' })
    app().events.length = 0
    return id
  }

  describe.each(routes())('%s %s', (method, path) => {
    const send = async (body: string, headers: Readonly<Record<string, string>> = {}) =>
      app().request(method, path.replace('{id}', await aPost()), { as: 'editor', body, headers })

    it.each(Object.entries(malformed))('%s is 400 invalid_json', async (_name, body) => {
      const response = await send(body)
      expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } })
      expect(app().events).toEqual([])
      expect(await app().app.local.collections.posts.find()).toMatchObject({ docs: [{ title: 'Here', revision: 1 }] })
    })

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=latin1',
      'application/ld+json',
      'application/jsonp',
    ])('content type %s is 415', async (type) => {
      const response = await send('{"title":"One"}', { 'content-type': type })
      expect(response).toMatchObject({ status: 415, body: { error: { code: 'unsupported_media_type' } } })
      expect(app().events).toEqual([])
    })

    it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"'])(
      'content type %s is JSON',
      async (type) => {
        const response = await send('{"nope":1}', { 'content-type': type })
        expect(response).toMatchObject({ status: 422, body: { error: { code: 'validation' } } })
      },
    )

    it('more than 1 MiB is 413', async () => {
      const response = await send(JSON.stringify({ title: 'x'.repeat(1024 * 1024) }))
      expect(response).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } })
    })

    it('more than 10,000 nodes are 400', async () => {
      const response = await send(JSON.stringify({ extra: Array.from({ length: 10_001 }, () => 0) }))
      expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } })
    })

    it('100,000 keys are 400', async () => {
      const keys = Array.from({ length: 100_000 }, (_, index) => `"${index.toString(36)}":0`)
      const response = await send(`{${keys.join(',')}}`)
      expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } })
    })
  })

  it.each([
    ['POST', POSTS],
    ['PATCH', `${POSTS}/{id}`],
    ['POST', `${POSTS}/bulk`],
    ['PATCH', '/api/globals/settings'],
  ])('%s %s requires a body', async (method, path) => {
    const response = await app().request(method, path.replace('{id}', await aPost()), { as: 'editor' })
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } })
  })

  it.each([
    ['DELETE', `${POSTS}/{id}`, '{}'],
    ['DELETE', `${POSTS}/{id}`, 'x'],
  ])('%s %s refuses a body: %s', async (method, path, body) => {
    const id = await aPost()
    const response = await app().request(method, path.replace('{id}', id), { as: 'editor', body })
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(await app().app.local.collections.posts.findOne(id)).toMatchObject({ title: 'Here' })
  })

  it.each([
    [
      'a body on GET',
      ['GET', POSTS, { 'content-type': 'application/json', 'content-length': '2' }, '{}'],
      'invalid_request',
    ],
    ['a body on HEAD', ['HEAD', POSTS, { 'content-length': '2' }, '{}'], undefined],
    ['chunks on GET', ['GET', POSTS, { 'transfer-encoding': 'chunked' }, '{}'], 'invalid_request'],
    [
      'bytes that are no UTF-8',
      ['POST', POSTS, { 'content-type': 'application/json' }, Buffer.from([0x7b, 0xff, 0x7d])],
      'invalid_json',
    ],
    ['no content type', ['POST', POSTS, {}, '{}'], 'unsupported_media_type'],
    [
      'a compressed body',
      ['POST', POSTS, { 'content-type': 'application/json', 'content-encoding': 'gzip' }, '{}'],
      'unsupported_media_type',
    ],
    [
      'If-Match twice',
      ['PATCH', '/api/globals/settings', { 'content-type': 'application/json', 'if-match': ['1', '1'] }, '{}'],
      'invalid_if_match',
    ],
  ] as const)('%s', async (_name, call, code) => {
    const [method, path, headers, body] = call
    const { status, text } = await sendRaw(app().url, method, path, headers, body)
    expect(status).toBe(code === 'unsupported_media_type' ? 415 : 400)
    if (code) expect(JSON.parse(text)).toMatchObject({ error: { code } })
    expect(app().events).toEqual([])
  })
})

/** Requests that `fetch` can't send. */
async function sendRaw(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
  body: string | Buffer,
): Promise<{ status: number | undefined; text: string }> {
  const outgoing = request(new URL(path, url), {
    method,
    headers: { 'x-test-actor': 'editor', ...(headers as Record<string, string>) },
  })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  outgoing.end(body)
  const [response] = await answered
  return { status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() }
}
