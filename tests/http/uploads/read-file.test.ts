import { docOf, onEachDatabase } from '@quirecms/testkit'
import { afterAll, expect, it } from 'vitest'
import { actors, form, gallery, PNG, removeFolder } from './gallery.ts'

afterAll(removeFolder)

const TEXT = 'abcdefghij'

/** Headers of the connection. */
const OF_THE_CONNECTION = ['date', 'x-request-id', 'connection', 'keep-alive']

onEachDatabase('reading files', { config: gallery, actors, matrix: 'validation' }, (app) => {
  async function upload(content: Uint8Array | string, name: string): Promise<string> {
    const answer = await app().request('POST', '/api/collections/media', { as: 'eve', body: form(content, name) })
    return String(docOf(answer)['url'])
  }

  it('has headers that describe the file and forbid caching', async () => {
    const url = await upload(PNG, 'Möwe "1".png')
    const answer = await app().request('GET', url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="M_we _1_.png"; filename*=UTF-8''M%C3%B6we%20%221%22.png`,
    })
    const head = await app().request('HEAD', url)
    expect(head.status).toBe(200)
    expect(head.bytes).toHaveLength(0)
    for (const name of [
      'content-type',
      'content-length',
      'cache-control',
      'etag',
      'content-disposition',
      'accept-ranges',
    ])
      expect(head.headers.get(name)).toBe(answer.headers.get(name))
  })

  it.each([
    ['bytes=0-3', 206, 'abcd', 'bytes 0-3/10'],
    ['bytes=7-', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=5-100', 206, 'fghij', 'bytes 5-9/10'],
    ['bytes=-100', 206, TEXT, 'bytes 0-9/10'],
    ['bytes=4-2', 200, TEXT, null],
    ['bytes=0-1,4-5', 200, TEXT, null],
    ['lines=0-1', 200, TEXT, null],
    ['bytes=10-', 416, null, 'bytes */10'],
    ['bytes=-0', 416, null, 'bytes */10'],
    ['bytes=5-99999999999999999999', 206, TEXT.slice(5), `bytes 5-${TEXT.length - 1}/${TEXT.length}`],
    ['bytes=99999999999999999999-', 416, null, `bytes */${TEXT.length}`],
  ])('honours Range: %s', async (range, status, content, contentRange) => {
    const answer = await app().request('GET', await upload(TEXT, 'a.txt'), { headers: { range } })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-range')).toBe(contentRange)
    if (content === null) expect(answer.body.error.code).toBe('range_not_satisfiable')
    else expect(answer.text).toBe(content)
    if (status === 206) expect(answer.headers.get('content-length')).toBe(String(content?.length))
  })

  it('continues a download only with the same ETag', async () => {
    const url = await upload(TEXT, 'a.txt')
    const tag = (await app().request('HEAD', url)).headers.get('etag') ?? ''
    const range = 'bytes=5-'
    expect((await app().request('GET', url, { headers: { range, 'if-range': tag } })).status).toBe(206)
    expect((await app().request('GET', url, { headers: { range, 'if-range': '"other"' } })).text).toBe(TEXT)
  })

  it.each([
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a.html', '<!doctype html><script>alert(1)</script>'],
    ['a.xml', '<?xml version="1.0"?><a/>'],
    // Without the XML declaration.
    ['b.xml', '<a><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script></a>'],
    ['a.rss', '<rss version="2.0"/>'],
    ['a.js', 'alert(1)'],
    ['a.mjs', 'export default 1'],
    ['a.xhtml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ])('keeps browsers from executing %s', async (name, content) => {
    const answer = await app().request('GET', await upload(content, name))
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    ['a.js', 'alert(1)', 'text/javascript', 'text/plain; charset=utf-8'],
    ['a.mjs', 'export default 1', 'text/javascript', 'text/plain; charset=utf-8'],
    ['a.css', 'p { color: red }', 'text/css', 'text/plain; charset=utf-8'],
    ['a.wasm', Buffer.from('0061736d01000000', 'hex'), 'application/wasm', 'application/octet-stream'],
  ])('serves %s not as script, style or program', async (name, content, mimeType, sentAs) => {
    const made = docOf(await app().request('POST', '/api/collections/media', { as: 'eve', body: form(content, name) }))
    expect(made['mimeType']).toBe(mimeType)
    for (const method of ['GET', 'HEAD']) {
      const answer = await app().request(method, String(made['url']))
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': sentAs,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
    }
  })

  it.each<[string, (tag: string) => Record<string, string>]>([
    ['nothing', () => ({})],
    ['a range', () => ({ range: 'bytes=2-4' })],
    ['a range that is not there', () => ({ range: 'bytes=10-' })],
    ['what it has', (tag) => ({ 'if-none-match': tag })],
    ['what it has, with a range that is not there', (tag) => ({ 'if-none-match': tag, range: 'bytes=10-' })],
    ['something else', () => ({ 'if-none-match': '"other"' })],
    ['a range of what it has', (tag) => ({ range: 'bytes=2-4', 'if-range': tag })],
    ['a range of something else', () => ({ range: 'bytes=2-4', 'if-range': '"other"' })],
  ])('returns the same headers for HEAD as for GET: %s', async (_what, headersFor) => {
    const url = await upload(TEXT, 'a.txt')
    const headers = headersFor((await app().request('HEAD', url)).headers.get('etag') ?? '')
    const [get, head] = [await app().request('GET', url, { headers }), await app().request('HEAD', url, { headers })]
    const told = (answer: { headers: Headers }) =>
      Object.fromEntries([...answer.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name)))
    expect(head.status).toBe(get.status)
    expect(Number(told(head)['content-length'] ?? 0)).toBe(get.bytes.length)
    // Errors contain the request id, whose length is constant.
    expect(told(head)).toEqual(told(get))
    expect(head.bytes).toHaveLength(0)
  })

  it('answers 304 for cached files', async () => {
    const url = await upload(TEXT, 'a.txt')
    const tag = (await app().request('HEAD', url)).headers.get('etag') ?? ''
    const headers = { 'if-none-match': tag, range: 'bytes=10-' }
    expect((await app().request('GET', url, { headers })).status).toBe(304)
  })

  it('is permitted to readers of the document', async () => {
    const closed = docOf(
      await app().request('POST', '/api/collections/papers', { body: form('x', 'a.txt'), as: 'eve' }),
    )
    expect((await app().request('GET', String(closed['url']))).status).toBe(404)
    await app().app.local.asSystem().collections.papers.update(closed.id, { open: true })
    expect((await app().request('GET', String(closed['url']))).text).toBe('x')
    // A file of another collection, which everyone may read.
    expect((await app().request('GET', `/api/uploads/media/${String(closed['objectKey'])}`)).status).toBe(404)
  })

  it.each([
    '..%2f..%2f..%2fetc%2fpasswd',
    '..%5c..%5cetc%5cpasswd',
    '%2e%2e%2f%2e%2e%2fpasswd',
    '....//....//etc/passwd',
    '..%252f..%252fetc%252fpasswd',
    '%00',
    '.incoming',
    '%2e%2e',
    'ab/cd/abcd',
    '00000000000000000000000000000000.png',
    '/etc/passwd',
  ])('is 404 for invalid paths: %s', async (key) => {
    const answer = await app().request('GET', `/api/uploads/media/${key}`)
    expect(answer.status).toBe(404)
    expect(answer.body.error.code).toBe('not_found')
  })

  it('has no such routes without files', async () => {
    expect((await app().request('GET', '/api/uploads/pages/x.png')).status).toBe(404)
    expect((await app().request('POST', '/api/collections/pages', { body: form(PNG, 'a.png') })).status).toBe(415)
    expect((await app().request('GET', '/api/uploads/media/x.png?select={}')).body.error.code).toBe('invalid_query')
  })
})
