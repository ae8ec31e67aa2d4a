import { describe, expect, it } from 'vitest'
import { ERROR_CODES, QuireError, type ErrorCode } from '@quirecms/core'
import { json, startEdge } from './edge.ts'
import { STATUS_OF_CODE } from '@quirecms/server'
import { sendJson, toEnvelope } from './parts.ts'

/** The table of docs/contract/errors.md#codes. */
const STATUSES: Record<number, ErrorCode[]> = {
  400: ['invalid_json', 'invalid_query', 'invalid_request', 'invalid_if_match'],
  401: ['unauthenticated', 'invalid_credentials', 'second_factor', 'invalid_token'],
  403: ['forbidden', 'unverified', 'cookie_required', 'origin_not_allowed'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  409: ['revision_conflict', 'locked', 'not_lock_holder', 'referenced', 'invalid_state', 'conflict'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  416: ['range_not_satisfiable'],
  421: ['host_not_allowed'],
  422: ['validation'],
  429: ['rate_limited', 'too_many_attempts'],
  500: ['internal'],
  503: ['unavailable', 'timeout'],
}

describe('errors', () => {
  it('have the status of their code', () => {
    const expected = Object.entries(STATUSES).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)]))
    expect(STATUS_OF_CODE).toEqual(Object.fromEntries(expected))
    expect(Object.keys(STATUS_OF_CODE).toSorted()).toEqual(ERROR_CODES.toSorted())
  })

  it('are sent as the envelope, with issues only if there are some', () => {
    const issue = { code: 'required', path: 'title', message: 'Is required.' } as const
    expect(toEnvelope(new QuireError('validation', 'No.', { issues: [issue] }), 'r-1')).toEqual({
      error: { code: 'validation', status: 422, message: 'No.', requestId: 'r-1', issues: [issue] },
    })
    const plain = { error: { code: 'conflict', status: 409, message: 'No.', requestId: 'r-1' } }
    expect(toEnvelope(new QuireError('conflict', 'No.'), 'r-1')).toEqual(plain)
    expect(Object.keys(toEnvelope(new QuireError('conflict', 'No.', { issues: [] }), 'r-1').error)).not.toContain(
      'issues',
    )
  })

  it.each(ERROR_CODES)('reach the client when a handler throws %s', async (code) => {
    const { call } = await startEdge({}, (server) => {
      server.get('/throws', async () => {
        throw new QuireError(code, 'In words.', { retryAfter: 1.2, cause: new Error('s3cret') })
      })
    })
    const { status, headers, body, text } = await call('/throws')
    expect(status).toBe(STATUS_OF_CODE[code])
    expect(body.error).toMatchObject({ code, status, requestId: headers.get('x-request-id') })
    if (code !== 'internal') expect(body.error?.message).toBe('In words.')
    if (code !== 'internal') expect(headers.get('retry-after')).toBe('2')
    expect(text).not.toContain('s3cret')
  })

  it.each([
    ['an error', () => Promise.reject(new Error('s3cret: SELECT * FROM users'))],
    [
      'an error at once',
      () => {
        throw new TypeError('s3cret')
      },
    ],
    [
      'an error with a status',
      () => {
        throw Object.assign(new Error('s3cret'), { statusCode: 418, headers: { 'x-s3cret': '1' } })
      },
    ],
    [
      'an error with a code',
      () => {
        throw Object.assign(new Error('s3cret'), { code: 'SQLITE_BUSY' })
      },
    ],
    ...['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'FST_ERR_NOT_FOUND', 'FST_ERR_CTP_BODY_TOO_LARGE'].map((code) => [
      `what merely carries the code ${code}`,
      rejectingWith({ code, message: 's3cret', statusCode: 404 }),
    ]),
    [
      'an error that looks like one of reading the request',
      () => {
        throw Object.assign(new Error('s3cret'), { code: 'ECONNRESET', statusCode: 400 })
      },
    ],
    [
      'an error named like a member of objects',
      () => {
        throw Object.assign(new Error('s3cret'), { code: 'constructor' })
      },
    ],
    [
      'internal, in words',
      () => {
        throw new QuireError('internal', 's3cret')
      },
    ],
    ['a text', rejectingWith('s3cret')],
    ['an object', rejectingWith({ message: 's3cret', error: { code: 'conflict' } })],
    ['null', rejectingWith(null)],
    ['nothing', rejectingWith(undefined)],
  ] as [string, () => Promise<never>][])(
    'that are not QuireErrors are 500, with details only in the log: %s',
    async (_name, handler) => {
      const { call, lines } = await startEdge({}, (server) => void server.get('/throws', handler))
      const { status, headers, body, text } = await call('/throws')
      expect([status, body.error?.code]).toEqual([500, 'internal'])
      expect(text + JSON.stringify([...headers])).not.toContain('s3cret')
      const requestId = headers.get('x-request-id')
      expect(lines).toContainEqual(
        expect.objectContaining({ requestId, level: 'error', msg: 'request failed', err: expect.anything() }),
      )
    },
  )

  it('are logged with stack and causes', async () => {
    const { call, lines } = await startEdge({}, (server) => {
      server.get('/throws', async () => {
        throw new QuireError('unavailable', 'Try later.', {
          cause: new Error('disk full', { cause: new Error('no space') }),
        })
      })
    })
    expect((await call('/throws')).body.error?.code).toBe('unavailable')
    const { err } = lines.find((line) => line['msg'] === 'request failed') as { err: unknown }
    expect(err).toMatchObject({
      stack: expect.stringContaining('Try later.'),
      cause: { message: 'disk full', cause: { message: 'no space' } },
    })
  })

  it('abort a response that has begun', async () => {
    const { call } = await startEdge({}, (server) => {
      server.get('/half', async (_request, reply) => {
        reply.raw.writeHead(200, { 'Content-Length': '100' })
        reply.raw.write('half')
        throw new Error('broken')
      })
      server.get('/whole', (_request, reply) => sendJson(reply, 200, '{}'))
    })
    await expect(call('/half')).rejects.toThrow()
    expect((await call('/whole')).status).toBe(200)
  })

  it('keep the standard headers, which every response has', async () => {
    const { call } = await startEdge()
    const answers = [call('/things'), call('/none'), call('/things', json('{')), call('/healthz'), call('/%zz')]
    for (const { headers } of await Promise.all(answers)) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': 'application/json; charset=utf-8',
      })
      expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull()
    }
  })

  it('keep headers that a route sets, through sendJson and through Fastify', async () => {
    const { call } = await startEdge({}, (server) => {
      server.get('/json', (_request, reply) => {
        sendJson(reply, 200, '{}', { 'cache-control': 'public, max-age=60', 'Set-Cookie': ['a=1', 'b=2'], ETag: '"7"' })
      })
      server.get('/page', async (_request, reply) => {
        reply.header('Content-Security-Policy', "default-src 'self'").type('text/html; charset=utf-8')
        return '<p>ä</p>'
      })
    })
    const sent = await call('/json')
    expect(sent.headers.get('cache-control')).toBe('public, max-age=60')
    expect(sent.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(sent.headers.get('etag')).toBe('"7"')
    const page = await call('/page')
    expect(page.text).toBe('<p>ä</p>')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-security-policy': "default-src 'self'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'x-request-id': expect.any(String),
    })
  })

  it('do not permit header injection', async () => {
    const { call } = await startEdge({}, (server) => {
      server.get('/split', (_request, reply) => sendJson(reply, 200, '{}', { 'X-A': 'b\r\nSet-Cookie: c=d' }))
    })
    const { status, headers } = await call('/split')
    expect([status, headers.getSetCookie()]).toEqual([500, []])
  })
})

/** Application code can throw anything. */
function rejectingWith(reason: unknown): () => Promise<never> {
  return () => {
    const { promise, reject } = Promise.withResolvers<never>()
    reject(reason)
    return promise
  }
}
