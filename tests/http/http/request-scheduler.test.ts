import { once } from 'node:events'
import { connect } from 'node:net'
import { TimeSlice } from '@quirecms/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { everything, openSocket, startEdge } from './edge.ts'
import { sendJson } from './parts.ts'

/** Keeps the event loop busy, as a query of SQLite does. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

const get = (path: string, client: string, connection = 'close'): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${client}\r\nConnection: ${connection}\r\n\r\n`

async function startBusy() {
  const begun: string[] = []
  const { port } = await startEdge({ trustProxy: true, rateLimit: false }, (server) => {
    server.get('/slow/:n', (request, reply) => {
      begun.push((request.params as { n: string }).n)
      work(15)
      sendJson(reply, 200, '{}')
    })
    server.get('/quick', (_request, reply) => {
      begun.push('quick')
      sendJson(reply, 200, '{}')
    })
  })
  return { port, begun }
}

/** An idle keep-alive connection. */
async function openAndUse(port: number) {
  const socket = await openSocket(port)
  socket.write(get('/none', '192.0.2.9', 'keep-alive'))
  await once(socket, 'data')
  return socket
}

describe('many requests of one client', () => {
  it('do not block another client until all of them are done', async () => {
    const { port, begun } = await startBusy()
    const crowd = await Promise.all(Array.from({ length: 40 }, () => openAndUse(port)))
    const other = await openAndUse(port)
    const answers = [...crowd, other].map(everything)
    for (const [n, socket] of crowd.entries()) socket.write(get(`/slow/${n}`, '192.0.2.1'))
    other.write(get('/quick', '192.0.2.2'))
    for (const text of await Promise.all(answers)) expect(text).toContain('HTTP/1.1 200')
    expect(begun).toHaveLength(41)
    // All the others arrived before it.
    expect(begun.indexOf('quick')).toBeLessThan(10)
  })

  it('that may be expensive start one by one, and cheap ones of another client all at once', async () => {
    const { port, begun } = await startBusy()
    const crowd = await Promise.all(Array.from({ length: 20 }, () => openAndUse(port)))
    const others = await Promise.all(Array.from({ length: 4 }, () => openAndUse(port)))
    const answers = [...crowd, ...others].map(everything)
    for (const [n, socket] of crowd.entries()) socket.write(get(`/slow/${n}?limit=100`, '192.0.2.1'))
    for (const socket of others) socket.write(get('/quick', '192.0.2.2'))
    for (const text of await Promise.all(answers)) expect(text).toContain('HTTP/1.1 200')
    const first = begun.indexOf('quick')
    expect(first).toBeLessThan(10)
    expect(begun.slice(first, first + 4)).toEqual(['quick', 'quick', 'quick', 'quick'])
  })

  it('are all served once, except those of disconnected clients', async () => {
    const { port, begun } = await startBusy()
    const sockets = await Promise.all(Array.from({ length: 30 }, () => openAndUse(port)))
    const answers = sockets.map((socket, n) => {
      socket.write(get(`/slow/${n}`, `192.0.2.${n % 3}`))
      return everything(socket)
    })
    sockets[29]?.destroy()
    const texts = await Promise.all(answers)
    expect(texts.filter((text) => text.includes('HTTP/1.1 200'))).toHaveLength(29)
    expect(begun.filter((n) => n !== '29').toSorted()).toEqual(
      Array.from({ length: 29 }, (_, n) => String(n)).toSorted(),
    )
  })
})

describe('requests that arrive together', () => {
  /** Order of the steps of all requests: `a3` is the first step of number 3, `b3` the second. */
  async function startSteps() {
    const steps: string[] = []
    const { port } = await startEdge({ trustProxy: true, rateLimit: false }, (server) => {
      server.get('/:kind/:n', async (request, reply) => {
        const { kind, n } = request.params as { kind: string; n: string }
        steps.push(`a${n}`)
        if (kind === 'long') work(15)
        await Promise.resolve()
        steps.push(`b${n}`)
        sendJson(reply, 200, '{}')
      })
    })
    const sockets = await Promise.all(Array.from({ length: 24 }, () => openAndUse(port)))
    return async (path: string, client: (n: number) => string): Promise<string[]> => {
      steps.length = 0
      const answered = sockets.map(async (socket, n) => {
        socket.write(get(`/${path.replace('{n}', String(n))}`, client(n), 'keep-alive'))
        await once(socket, 'data')
      })
      await Promise.all(answered)
      return [...steps]
    }
  }

  function together(steps: readonly string[]): number {
    return steps.filter((step, place) => step.startsWith('a') && steps[place - 1]?.startsWith('a')).length
  }

  it('run each step together', async () => {
    const ask = await startSteps()
    // The batch size is learned; on a busy machine, requests may seem expensive at first.
    await expect.poll(async () => together(await ask('short/{n}', () => '192.0.2.1'))).toBeGreaterThan(12)
    expect(new Set(await ask('short/{n}', () => '192.0.2.1')).size).toBe(48)
  })

  it('run their steps one by one once they turn out to be long', { tags: ['release'] }, async () => {
    const ask = await startSteps()
    await ask('long/{n}', () => '192.0.2.1')
    expect(together(await ask('long/{n}', () => '192.0.2.1'))).toBe(0)
    // A client whose estimate was too low may exceed it once, but not twice.
    await ask('short/{n}', () => '192.0.2.1')
    await ask('short/{n}', () => '192.0.2.1')
    expect(together(await ask('long/{n}', (n) => `192.0.2.${n}`))).toBeLessThan(16)
    expect(together(await ask('long/{n}', (n) => `192.0.2.${n}`))).toBe(0)
  })

  it('are fewer if they have a query, because they may be expensive', async () => {
    const ask = await startSteps()
    for (const path of ['short/{n}', 'short/{n}']) await ask(path, () => '192.0.2.1')
    const steps = await ask('long/{n}?a=1', () => '192.0.2.1')
    expect(steps).toHaveLength(48)
    expect(together(steps)).toBeLessThan(4)
  })
})

describe('many connections that open at the same time', () => {
  afterEach(() => void vi.useRealTimers())

  it('do not block another one with a piece of work each', async () => {
    let pieces = 0
    const over = new AbortController()
    const { port } = await startEdge({ trustProxy: true, rateLimit: false }, (server) => {
      server.get('/quick', (_request, reply) => sendJson(reply, 200, '{}'))
    })
    // Fake time, so that nothing depends on the speed of the machine.
    vi.useFakeTimers({ toFake: ['performance'] })
    const workOn = async () => {
      const slice = new TimeSlice('192.0.2.1')
      while (!over.signal.aborted) {
        vi.advanceTimersByTime(6)
        pieces += 1
        await slice.letOthersIn()
      }
    }
    const working = workOn()
    const crowd = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'))
    const last = connect(port, '127.0.0.1')
    last.write(get('/quick', '192.0.2.2'))
    const answer = await everything(last)
    over.abort()
    await working
    for (const socket of crowd) socket.destroy()
    expect(answer).toContain('HTTP/1.1 200')
    expect(pieces).toBeGreaterThan(0)
    expect(pieces).toBeLessThan(50)
  })
})
