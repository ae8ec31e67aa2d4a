import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { everything, lastAnswer, openSocket, startEdge } from './edge.ts'

const head = 'Host: localhost\r\nContent-Type: application/json\r\n'

describe('requests that the HTTP parser refuses', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['binary garbage', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10])],
    ['a TLS greeting', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['an unknown method', 'STEAL / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nnonsense\r\n\r\n'],
    ['a header name with a space', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['NUL in a header', 'GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\n Host: localhost\r\n\r\n'],
    ['a negative length', `POST /things HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n`],
    ['a length that is no number', `POST /things HTTP/1.1\r\n${head}Content-Length: 1x\r\n\r\n`],
    ['two lengths', `POST /things HTTP/1.1\r\n${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `],
    [
      'length and chunks',
      `POST /things HTTP/1.1\r\n${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'chunks and length',
      `POST /things HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
    ],
    [
      'chunks that are not the last coding',
      `POST /things HTTP/1.1\r\n${head}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a coding that only looks like chunks',
      `POST /things HTTP/1.1\r\n${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n'],
  ])('get the envelope: %s', async (_name, bytes) => {
    const { raw, call } = await startEdge()
    const text = await raw(bytes)
    const { status, headers, error } = lastAnswer(text)
    expect(text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
    expect([status, error.status, error.code]).toEqual([400, 400, 'invalid_request'])
    expect(error.requestId).toBe(headers.get('x-request-id'))
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      connection: 'close',
    })
    expect((await call('/things')).status).toBe(200)
  })

  it('with a bad chunk end the connection, without a second request', async () => {
    const { raw } = await startEdge()
    const smuggled = 'GET /things/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const text = await raw(`POST /things HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nz\r\n${smuggled}`)
    expect(text).not.toContain('smuggled')
    expect(lastAnswer(text).status).toBe(400)
  })

  it('with two lengths are never followed by another request', async () => {
    const { raw } = await startEdge()
    const smuggled = 'GET /things/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
    for (const framing of [
      'Content-Length: 0\r\nContent-Length: 44',
      'Content-Length: 6\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: identity, chunked\r\nContent-Length: 0',
    ]) {
      expect(await raw(`POST /things HTTP/1.1\r\n${head}${framing}\r\n\r\n0\r\n\r\n${smuggled}`)).not.toContain(
        '"id":"smuggled"',
      )
    }
  })

  it('are 431 with too large headers, and 414 with too long a URL, in one chunk or many', async () => {
    const { raw } = await startEdge()
    const large = 'x'.repeat(70_000)
    const pieces = (text: string): string[] => text.match(/.{1,9000}/gs) ?? []
    const headers = `GET /things HTTP/1.1\r\nHost: localhost\r\nX-Large: ${large}\r\n\r\n`
    const many = `GET /things HTTP/1.1\r\nHost: localhost\r\n${'X-Many: x x\r\n'.repeat(9000)}\r\n`
    const url = `GET /${large}${large} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    for (const text of [headers, many]) {
      const { status, error } = lastAnswer(await raw(text))
      expect([status, error.code]).toEqual([431, 'invalid_request'])
    }
    expect(lastAnswer(await raw(...pieces(many))).status).toBe(431)
    for (const parts of [[url], pieces(url)]) {
      const { status, error } = lastAnswer(await raw(...parts))
      expect([status, error.code]).toEqual([414, 'invalid_request'])
    }
  })

  it('are answered after the valid ones before them', async () => {
    const { raw } = await startEdge()
    const good = 'GET /things HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const text = await raw(good + good + 'garbage\r\n\r\n')
    expect(text.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '200', '400'])
  })

  it('are the same on localhost, which may stand for several addresses', async () => {
    const { port, server } = await startEdge({ host: 'localhost' })
    expect((await fetch(`http://localhost:${port}/things`)).status).toBe(200)
    for (const { address } of server.addresses() as AddressInfo[]) {
      const socket = await openSocket(port, address)
      socket.write('garbage\r\n\r\n')
      expect(lastAnswer(await everything(socket)).error.code).toBe('invalid_request')
    }
  })

  it('are logged, without their content', async () => {
    const { raw, lines } = await startEdge()
    const { error } = lastAnswer(await raw('GET /things?token=s3cret HTTP/1.1\r\nAuthorization Bearer s3cret\r\n\r\n'))
    expect(lines).toContainEqual(expect.objectContaining({ requestId: error.requestId, status: 400 }))
    expect(JSON.stringify(lines)).not.toContain('s3cret')
  })
})
