import type { Claim, Round } from '../claim.ts'
import type { HttpClient } from '../world/http.ts'
import { type Pair, withPair } from '../world/pair.ts'

const POSTS = '/api/collections/posts'

interface Doc {
  readonly id: string
  readonly revision: number
  readonly title: string
}

/** Writes in one process and reads at once in another one, to find stale caches. */
export const stale: Claim = {
  name: 'stale',
  promise:
    'What one process has acknowledged, every other one shows from then on: documents, lists, totals, rights, sessions.',
  weight: 1,
  dialects: ['sqlite', 'postgres'],
  run: ({ surroundings, dialect, random, tally, size }) =>
    withPair(surroundings, dialect, async (pair) => {
      const steps = size === 'small' ? 15 : 150
      const posts: Doc[] = []
      for (let step = 0; step < steps; step += 1) {
        const turned = random.chance(0.5)
        const [writer, reader] = turned ? [pair.other, pair.one] : [pair.one, pair.other]
        await documents({ pair, writer, reader, posts, tally, random, step })
        if (step % 15 === 0) await rights({ pair, writer, reader, tally })
      }
    }),
}

interface Step extends Pick<Round, 'tally' | 'random'> {
  readonly pair: Pair
  readonly writer: HttpClient
  readonly reader: HttpClient
  readonly posts: Doc[]
  readonly step: number
}

async function documents({ pair: { world }, writer, reader, posts, tally, random, step }: Step): Promise<void> {
  const headers = world.as('editor')
  const count = async () =>
    ((await reader.call('GET', `${POSTS}/count?draft=true`, { headers })).body as { count: number }).count
  const open = async () =>
    ((await reader.call('GET', `${POSTS}?limit=1`)).body as { pagination: { totalDocs: number } }).pagination.totalDocs
  // Read by both before, to fill caches.
  const before = { count: await count(), open: await open() }
  const title = `Title ${step}`
  const made = (await writer.call('POST', POSTS, { headers, body: { title } })).body as { doc: Doc }
  posts.push(made.doc)
  tally.expect((await count()) === before.count + 1, `a total of ${before.count} stayed after a creation elsewhere`)
  await writer.call('POST', `${POSTS}/${made.doc.id}/publish`, { headers })
  tally.expect(
    (await open()) === before.open + 1,
    `a public list had ${before.open} documents after a publication elsewhere`,
  )
  const chosen = random.pick(posts)
  const path = `${POSTS}/${chosen.id}`
  const seen = await reader.call('GET', `${path}?draft=true`, { headers })
  const changed = (await writer.call('PATCH', path, { headers, body: { title: `${title}, changed` } })).body as {
    doc: Doc
  }
  const tag = seen.headers.etag
  const again = await reader.call('GET', `${path}?draft=true`, {
    headers: tag === undefined ? headers : { ...headers, 'if-none-match': tag },
  })
  const { revision } = (again.body as { doc?: Doc } | undefined)?.doc ?? {}
  tally.expect(
    revision === changed.doc.revision,
    `revision ${revision} was read where ${changed.doc.revision} was acknowledged elsewhere`,
  )
  await writer.call('POST', `${path}/publish`, { headers })
  const live = (await reader.call('GET', path)).body as { doc?: Doc }
  tally.expect(
    live.doc?.title === `${title}, changed`,
    `the public saw ${live.doc?.title} where "${title}, changed" was published elsewhere`,
  )
  tally.add('looks from another process', 4)
}

/** A revoked key, an ended session and a lost right are invalid everywhere. */
async function rights({
  pair: { world },
  writer,
  reader,
  tally,
}: Pick<Step, 'pair' | 'writer' | 'reader' | 'tally'>): Promise<void> {
  const admin = world.as('admin')
  const email = `u${Date.now()}${tally.counts.size}@example.com`
  const password = 'correct horse battery staple'
  const body = { data: { email, role: 'editor' }, password }
  const user = (await writer.call('POST', '/api/auth/users/create-user', { headers: admin, body })).body as { doc: Doc }
  const login = (await writer.call('POST', '/api/auth/users/login', { body: { email, password } })).body as {
    token: string
  }
  const session = { authorization: `Session ${login.token}` }
  const mayRead = async () => (await reader.call('GET', `${POSTS}?draft=true&limit=1`, { headers: session })).status
  tally.expect((await mayRead()) === 200, 'an editor who signed in elsewhere was refused')
  await writer.call('PATCH', `/api/collections/users/${user.doc.id}`, { headers: admin, body: { role: 'reader' } })
  tally.expect((await mayRead()) === 403, 'an editor was still one after the role was taken away elsewhere')
  await writer.call('POST', '/api/auth/logout', { headers: session })
  tally.expect((await mayRead()) === 401, 'a session was still valid after it was ended elsewhere')
  tally.add('rights taken away elsewhere', 2)
}
