import { must } from '@quirecms/testkit'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { eventually, everything, openSocket, startEdge } from './edge.ts'
import { sendJson } from './parts.ts'

describe('closing the service', () => {
  it('finishes running requests, accepts no new ones, and closes idle connections', async () => {
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const { server, port } = await startEdge({ closeGrace: 60_000 }, (instance) => {
      instance.get('/slow', async (_request, reply) => {
        await released
        sendJson(reply, 200, '{"finished":true}')
      })
    })
    const busy = await openSocket(port)
    const resting = await openSocket(port)
    const answer = everything(busy)
    const rested = everything(resting)
    resting.write('GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(resting, 'data')
    busy.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await eventually(() => connectionsInFlight(server)).toBe(1)
    const closed = server.close()
    await rested
    await expect(openSocket(port)).rejects.toThrow()
    release()
    expect(await answer).toContain('{"finished":true}')
    await closed
  })

  it('serves requests of the same moment, and closes their connections with the response', async () => {
    const { server, port } = await startEdge({ closeGrace: 60_000, drain: 30_000 })
    const sockets = await Promise.all(Array.from({ length: 40 }, () => openSocket(port)))
    const answers = sockets.map(everything)
    for (const socket of sockets) socket.write('GET /things HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await server.drain()
    for (const answer of await Promise.all(answers)) {
      expect(answer).toContain('HTTP/1.1 200 OK')
      expect(answer).toContain('Connection: close')
    }
    await expect(openSocket(port)).rejects.toThrow()
  })

  it('keeps idle connections while other requests may still arrive', async () => {
    const { server, port } = await startEdge({ closeGrace: 60_000, drain: 30_000 })
    const socket = await openSocket(port)
    const answers = everything(socket)
    socket.write('GET /things/1 HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
    const drained = server.drain()
    await eventually(() => server.server.listening).toBe(false)
    // Once no new connections are accepted, idle connections are chosen.
    for (let i = 0; i < 3; i++) await expect(openSocket(port)).rejects.toThrow()
    socket.write('GET /things/2 HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await drained
    expect((await answers).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  })

  it('answers all pipelined requests before it closes the connection', async () => {
    const { server, port } = await startEdge({ closeGrace: 60_000, drain: 30_000 })
    const socket = await openSocket(port)
    const answers = everything(socket)
    socket.write('GET /things/1 HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
    const drained = server.drain()
    socket.write('GET /things/2 HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3))
    await drained
    const text = await answers
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4)
    expect(text.match(/Connection: close/g)).toHaveLength(1)
    expect(text.lastIndexOf('Connection: close')).toBeGreaterThan(text.lastIndexOf('HTTP/1.1 200 OK'))
  })

  it('has a time limit', async () => {
    const { server, port } = await startEdge({ closeGrace: 50 }, (instance) => {
      instance.get('/never', () => new Promise(() => {}))
    })
    const socket = await openSocket(port)
    const answer = everything(socket)
    socket.write('GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await eventually(() => connectionsInFlight(server)).toBe(1)
    await server.close()
    expect(await answer).toBe('')
  })

  it('answers later requests on an open connection with the error envelope', async () => {
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const { server, port } = await startEdge({ closeGrace: 60_000 }, (instance) => {
      instance.get('/slow', async (_request, reply) => {
        await released
        sendJson(reply, 200, '{}')
      })
    })
    const socket = await openSocket(port)
    const answers = everything(socket)
    socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await eventually(() => connectionsInFlight(server)).toBe(1)
    const closed = server.close()
    socket.write('GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n')
    release()
    await closed
    const text = await answers
    expect(text).toContain('HTTP/1.1 200 OK')
    expect(text.match(/X-Request-ID: /g)).toHaveLength(must(text.match(/HTTP\/1\.1 /g), 'answer').length)
  })
})

/** Connections on which a request is being handled. */
function connectionsInFlight(server: { server: object }): number {
  const { server: node } = server as { server: { [symbol: symbol]: { active(): unknown[] } } }
  const list = Object.getOwnPropertySymbols(node).find((symbol) => symbol.description === 'http.server.connections')
  return list === undefined ? -1 : (node[list]?.active().length ?? -1)
}
