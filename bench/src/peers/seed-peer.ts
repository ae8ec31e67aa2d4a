import { writeFile } from 'node:fs/promises'
import { SEEDED_AUTHORS, SEEDED_TAGS, seededAuthor, seededTag } from '../content/post.ts'
import type { BenchRequest } from '../scenarios/scenario.ts'
import type { PeerApi, PeerId } from './peer.ts'
import { peerPost, type SeededIds } from './workload.ts'

const AT_ONCE = 8

/** Writes the content over HTTP, and stores the ids from the server in a file. */
export async function seedPeer(api: PeerApi, port: number, posts: number, file: string): Promise<void> {
  const make = async (request: BenchRequest): Promise<PeerId> => {
    const answer = await ask(request, port, api.created)
    return api.docIn(answer)['id'] as PeerId
  }
  const authors = await all(SEEDED_AUTHORS, (number) => make(api.createAuthor(seededAuthor(number).content)))
  const tags = await all(SEEDED_TAGS, (number) => make(api.createTag(seededTag(number).content)))
  const ids: SeededIds = {
    authors,
    tags,
    posts: await all(posts, (number) => make(api.createPost(peerPost(number, { authors, tags })))),
  }
  await writeFile(file, JSON.stringify(ids))
}

async function all(count: number, make: (number: number) => Promise<PeerId>): Promise<PeerId[]> {
  const ids: PeerId[] = []
  for (let first = 1; first <= count; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - first + 1) }, (_, index) => first + index)
    ids.push(...(await Promise.all(numbers.map(make))))
  }
  return ids
}

export async function ask(
  { method, path, body }: BenchRequest,
  port: number,
  status: number,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  const text = await response.text()
  if (response.status !== status)
    throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as Readonly<Record<string, unknown>>
}
