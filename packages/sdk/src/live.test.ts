import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from './create-client.ts'

/** A service with a change feed that a test writes, and lists that it answers. */
class Feed {
  readonly streams: { readonly url: URL; send(event: string, data: object): void; end(): void; signal: AbortSignal }[] =
    []
  readonly lists: string[] = []
  isDown = false
  /** How many streams were asked for while the service was down. */
  refused = 0
  /** What lists answer until a test says otherwise. */
  answer: () => Promise<Response> | Response = () => Response.json({ docs: [], pagination: {} })

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input.toString())
    if (url.pathname !== '/api/changes/stream') {
      this.lists.push(url.search)
      return this.answer()
    }
    if (this.isDown) {
      this.refused += 1
      throw new TypeError('fetch failed')
    }
    const encoder = new TextEncoder()
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({ start: (one) => void (controller = one) })
    const signal = init.signal ?? new AbortController().signal
    signal.addEventListener('abort', () => controller?.error(signal.reason))
    this.streams.push({
      url,
      signal,
      send: (event, data) => controller?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
      end: () => controller?.close(),
    })
    return new Response(body)
  }

  readonly client = createClient({ baseUrl: 'http://cms.test', fetch: this.fetch, retries: 0 })
}

const changed = (id: string) => ({ id, type: 'document.updated', collection: 'posts', documentId: 'p1' })
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function start(feed: Feed, query: object = {}, options: object = {}) {
  const answers: unknown[] = []
  const stop = feed.client.live.find('posts', query, (answer: unknown) => answers.push(answer), options)
  return { answers, stop }
}

describe('a live list', () => {
  it('is requested once the stream is ready, and again after a change, at the earliest half a second later', async () => {
    const feed = new Feed()
    const { answers, stop } = start(feed)
    await pass(0)
    expect([feed.streams.length, feed.lists.length]).toEqual([1, 0])
    feed.streams[0]?.send('ready', { next: 'c1' })
    await pass(0)
    expect(answers).toHaveLength(1)
    feed.streams[0]?.send('change', changed('c2'))
    feed.streams[0]?.send('change', changed('c3'))
    await pass(499)
    expect(feed.lists).toHaveLength(1)
    await pass(1)
    expect(feed.lists).toHaveLength(2)
    await pass(10_000)
    // Both changes were in one answer.
    expect(answers).toHaveLength(2)
    stop()
  })

  it.each<[string, object, boolean]>([
    ['of one collection', { where: { title: { equals: 'a.b' } }, sort: ['-title'] }, true],
    ['with values that look like paths', { where: { tags: { in: ['a.b'] } } }, false],
    ['with populated documents', { populate: { author: true } }, false],
    ['with a depth', { depth: 1 }, false],
    ['with joins', { joins: { comments: { limit: 1 } } }, false],
    ['found through a relationship', { where: { or: [{ 'author.name': { equals: 'Ann' } }] } }, false],
    ['sorted through a relationship', { sort: ['title', 'author.name'] }, false],
  ])('%s reacts only to its own collection: %j, %j', async (_, query, isAlone) => {
    const feed = new Feed()
    const { stop } = start(feed, query)
    await pass(0)
    expect(feed.streams[0]?.url.searchParams.get('collections')).toBe(isAlone ? 'posts' : null)
    stop()
  })

  it('continues after the last change when its stream has ended', async () => {
    const feed = new Feed()
    const { stop } = start(feed)
    await pass(0)
    feed.streams[0]?.send('ready', { next: 'c1' })
    feed.streams[0]?.send('change', changed('c2'))
    await pass(0)
    feed.streams[0]?.end()
    await pass(249)
    expect(feed.streams).toHaveLength(1)
    await pass(1)
    expect(feed.streams[1]?.url.searchParams.get('after')).toBe('c2')
    stop()
  })

  it('reads everything again after a gap, and continues from there', async () => {
    const feed = new Feed()
    const { answers, stop } = start(feed)
    await pass(0)
    feed.streams[0]?.send('gap', { first: 'c5', next: 'c9' })
    await pass(0)
    expect(answers).toHaveLength(1)
    expect(feed.streams[1]?.url.searchParams.get('after')).toBe('c9')
    stop()
  })

  it('ends when it is stopped, also during a request: no further result arrives', async () => {
    const feed = new Feed()
    const { promise, resolve: answerLate } = Promise.withResolvers<Response>()
    feed.answer = () => promise
    const { answers, stop } = start(feed)
    await pass(0)
    feed.streams[0]?.send('ready', { next: 'c1' })
    await pass(0)
    stop()
    answerLate(Response.json({ docs: [], pagination: {} }))
    await pass(1_000)
    expect([answers, feed.lists.length, feed.streams[0]?.signal.aborted]).toEqual([[], 1, true])
  })

  it('ends with the first error, which is reported once', async () => {
    const feed = new Feed()
    const envelope = { error: { code: 'forbidden', status: 403, message: 'No.', requestId: 'r' } }
    feed.answer = () => Response.json(envelope, { status: 403 })
    const errors: unknown[] = []
    start(feed, {}, { onError: (error: unknown) => errors.push(error) })
    await pass(0)
    feed.streams[0]?.send('ready', { next: 'c1' })
    await pass(1_000)
    expect(errors).toMatchObject([{ code: 'forbidden' }])
    expect(feed.streams[0]?.signal.aborted).toBe(true)
  })

  it('reports an ended session, and does not continue anonymously', async () => {
    const feed = new Feed()
    const errors: unknown[] = []
    start(feed, {}, { onError: (error: unknown) => errors.push(error) })
    await pass(0)
    feed.streams[0]?.send('end', { next: 'c1', reason: 'credential' })
    await pass(60_000)
    expect(errors).toMatchObject([{ code: 'unauthenticated', status: 401 }])
    expect(feed.streams).toHaveLength(1)
  })

  it('doubles its wait after each failure, and resets it once the service is back', async () => {
    const feed = new Feed()
    const { stop } = start(feed)
    await pass(0)
    feed.streams[0]?.send('ready', { next: 'c1' })
    await pass(0)
    feed.isDown = true
    feed.streams[0]?.end()
    const attempts: number[] = []
    for (const milliseconds of [250, 250, 499, 1]) {
      await pass(milliseconds)
      attempts.push(feed.refused)
    }
    expect(attempts).toEqual([1, 2, 2, 3])
    feed.isDown = false
    await pass(1_000)
    feed.streams[1]?.send('ready', { next: 'c1' })
    await pass(0)
    feed.streams[1]?.end()
    await pass(250)
    expect(feed.streams).toHaveLength(3)
    stop()
  })

  it('closes a stream after a minute of silence, not earlier', async () => {
    const feed = new Feed()
    const { stop } = start(feed)
    await pass(0)
    feed.streams[0]?.send('ready', { next: 'c1' })
    await pass(59_000)
    expect(feed.streams).toHaveLength(1)
    feed.streams[0]?.send('cursor', { next: 'c4' })
    await pass(59_999)
    expect(feed.streams[0]?.signal.aborted).toBe(false)
    await pass(1)
    expect(feed.streams[0]?.signal.aborted).toBe(true)
    await pass(250)
    expect(feed.streams[1]?.url.searchParams.get('after')).toBe('c4')
    stop()
  })
})
