import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Kept {
  readonly body: string
  readonly tags: readonly string[]
  readonly until: number
}

export interface SharedCache {
  readonly url: string
  /** Cached responses by path. */
  readonly kept: Map<string, Kept>
  /** Lists of tags of all purges. */
  readonly purges: string[][]
  /** Status of the next purges; 200 if undefined. */
  answer: () => number | undefined
  close(): Promise<void>
}

const MOST_KEPT = 1_000

/** A cache in front of several instances: it stores what answers allow, and purges by tag if the request has the secret. */
export async function startCache(origins: () => readonly string[], secret: string): Promise<SharedCache> {
  const kept = new Map<string, Kept>()
  const purges: string[][] = []
  let turn = 0

  async function read(path: string): Promise<{ status: number; body: string }> {
    const known = kept.get(path)
    if (known && known.until > Date.now()) return { status: 200, body: known.body }
    const since = purges.length
    const [origin] = origins().slice(turn++ % origins().length)
    const fetched = await fetch(`${origin}${path}`)
    const body = await fetched.text()
    const control = fetched.headers.get('cache-control') ?? ''
    const age = /(?:^|, )public,.*?(?:s-maxage|max-age)=(\d+)/.exec(control)?.[1]
    const tags = fetched.headers.get('cache-tag')?.split(',') ?? []
    // A response whose tags were purged during the request may be stale.
    const isOld = purges.slice(since).some((purged) => purged.some((tag) => tags.includes(tag)))
    if (fetched.status === 200 && age !== undefined && !isOld) {
      if (kept.size >= MOST_KEPT) kept.delete([...kept.keys()][0] ?? '')
      kept.set(path, { body, tags, until: Date.now() + Number(age) * 1000 })
    }
    return { status: fetched.status, body }
  }

  const cache: SharedCache = {
    url: '',
    kept,
    purges,
    answer: () => undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      const { status, body } = await read(request.url ?? '')
      response.writeHead(status).end(body)
      return
    }
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const isKnown = request.headers.authorization === `Bearer ${secret}`
    const status = isKnown ? (cache.answer() ?? 200) : 401
    if (status < 300) {
      const { tags } = JSON.parse(text) as { tags: string[] }
      purges.push(tags)
      for (const [path, one] of kept) if (one.tags.some((tag) => tags.includes(tag))) kept.delete(path)
    }
    response.writeHead(status).end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(cache, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
