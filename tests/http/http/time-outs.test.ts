import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { QuireError } from '@quirecms/core'
import { eventually, everything, json, lastAnswer, openSocket, startEdge } from './edge.ts'
import { Deadlines, sendJson } from './parts.ts'

describe('timeouts', () => {
  it('answer 503 once, and discard a later response of the handler', async () => {
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const finished: string[] = []
    const config = { timeout: 200 }
    const { call, lines } = await startEdge({ requestTimeout: 30_000 }, (server) => {
      server.get('/late', { config }, async (_request, reply) => {
        await released
        sendJson(reply, 200, '{"late":true}')
        finished.push('late')
      })
      server.get('/fails-late', { config }, async () => {
        await released
        finished.push('fails-late')
        throw new Error('too late to answer')
      })
      server.get('/refuses-late', { config }, async () => {
        await released
        finished.push('refuses-late')
        throw new QuireError('conflict', 'x')
      })
      server.get('/quick', (_request, reply) => sendJson(reply, 200, '{}'))
    })
    const answers = await Promise.all([call('/late'), call('/fails-late'), call('/refuses-late')])
    for (const { status, body } of answers) expect([status, body.error?.code]).toEqual([503, 'timeout'])
    release()
    await eventually(() => finished.length).toBe(3)
    expect((await call('/quick')).status).toBe(200)
    await eventually(() => lines.map((line) => JSON.stringify(line)).join()).toContain('too late to answer')
  })

  it('do not affect a response that has begun', async () => {
    const begun = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const { call } = await startEdge({ requestTimeout: 1000 }, (server) => {
      server.get('/stream', async (_request, reply) => {
        const parts = async function* (): AsyncGenerator<string> {
          yield 'first '
          begun.resolve()
          await over.promise
          yield 'last'
        }
        return reply.type('text/plain').send(Readable.from(parts()))
      })
      server.get('/never', () => new Promise(() => {}))
    })
    const streamed = call('/stream')
    await begun.promise
    // It has the same timeout and started later.
    expect((await call('/never')).status).toBe(503)
    over.resolve()
    const { status, text } = await streamed
    expect([status, text]).toEqual([200, 'first last'])
  })

  it('can be set for a route', async () => {
    const over = Promise.withResolvers<void>()
    const waits = async () => {
      await over.promise
      return { waited: true }
    }
    const { call } = await startEdge({ requestTimeout: 200 }, (server) => {
      server.get('/patient', { config: { timeout: 30_000 } }, waits)
      server.get('/endless', { config: { timeout: 0 } }, waits)
      server.get('/usual', () => new Promise(() => {}))
      server.get('/hasty', { config: { timeout: 10 } }, () => new Promise(() => {}))
    })
    const waiting = [call('/patient'), call('/endless')]
    // Sent later and aborted, so they have waited longer than the timeout.
    expect((await call('/usual')).status).toBe(503)
    over.resolve()
    for (const { body } of await Promise.all(waiting)) expect(body).toEqual({ waited: true })
    expect((await call('/hasty')).status).toBe(503)
  })

  it('answer 408 to a body that does not arrive, with the id of its request', async () => {
    const { raw } = await startEdge({ requestTimeout: 200 })
    const head =
      'POST /things HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: slow-1\r\nContent-Type: application/json\r\n'
    const { status, headers, error } = lastAnswer(await raw(`${head}Content-Length: 100\r\n\r\n{"a":`))
    expect([status, error.code, error.requestId]).toEqual([408, 'invalid_request', 'slow-1'])
    expect(headers.get('connection')).toBe('close')
    expect(lastAnswer(await raw(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`)).status).toBe(408)
  })

  it('answer 408 to headers that arrive slowly or not at all', async () => {
    const { port, raw, call } = await startEdge({ requestTimeout: 200 })
    for (const begin of ['', 'G', 'GET /things HTTP/1.1\r\nHost: localhost\r\nX-A: ']) {
      const { status, error } = lastAnswer(await raw(begin))
      expect([status, error.code]).toEqual([408, 'invalid_request'])
    }
    const socket = await openSocket(port)
    const answer = everything(socket)
    socket.write('GET /things HTTP/1.1\r\nHost: localhost\r\n')
    while (!socket.destroyed) {
      socket.write('X-A: b\r\n')
      await wait(10)
    }
    expect(lastAnswer(await answer).status).toBe(408)
    // On a busy machine, even a valid request may take that long.
    await eventually(async () => (await call('/things')).status).toBe(200)
  })

  it('close a connection whose refused body never ends', async () => {
    const { port } = await startEdge({ requestTimeout: 200 })
    const socket = await openSocket(port)
    const answer = everything(socket)
    socket.write('POST /none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n')
    while (!socket.destroyed) {
      socket.write('x')
      await wait(10)
    }
    expect(lastAnswer(await answer).status).toBe(404)
  })

  it('do not affect a fast request or an idle connection', async () => {
    const { port, lines, call } = await startEdge({ requestTimeout: 1000 }, (server) => {
      server.get('/things', (_request, reply) => sendJson(reply, 200, '{}'))
      server.get('/never', () => new Promise(() => {}))
    })
    const socket = await openSocket(port)
    socket.write('GET /things HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
    // It is idle for longer than the request timeout.
    expect((await call('/never')).status).toBe(503)
    expect(socket.destroyed).toBe(false)
    socket.write('GET /things HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(await everything(socket)).toContain('HTTP/1.1 200 OK')
    await eventually(() => lines.filter((line) => line['msg'] === 'request').map((line) => line['status'])).toEqual([
      200, 503, 200,
    ])
  })

  it('apply to many concurrent requests', async () => {
    const { call } = await startEdge({ requestTimeout: 30_000 }, (server) => {
      server.get('/never', { config: { timeout: 200 } }, () => new Promise(() => {}))
      server.post('/echo', { config: { body: 'required' } }, (request, reply) => {
        sendJson(reply, 200, JSON.stringify(request.body))
      })
    })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? call('/never') : call('/echo', json({ n })))),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n % 2 === 0 ? 503 : 200)))
  })
})

describe('deadlines', () => {
  it('expire in order, except those that were met', async () => {
    const late: string[] = []
    const deadlines = new Deadlines(20)
    const start = (name: string) => deadlines.start(performance.now(), () => late.push(name))
    const [first, , third, , fifth] = ['1', '2', '3', '4', '5'].map(start)
    for (const met of [third, first, fifth]) if (met !== undefined) deadlines.remove(met)
    start('6')
    await eventually(() => late).toEqual(['2', '4', '6'])
    start('7')
    await eventually(() => late).toEqual(['2', '4', '6', '7'])
    deadlines.stop()
  })
})
