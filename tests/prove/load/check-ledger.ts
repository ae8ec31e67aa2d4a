import type { Tally } from '../tally.ts'
import type { HttpClient } from '../world/http.ts'
import type { Ledger, Post, PostState } from './ledger.ts'

const POSTS = '/api/collections/posts'

interface StoredPost {
  readonly id: string
  readonly revision: number
  readonly title: string
  readonly slug: string
}

export interface CheckOptions {
  readonly client: HttpClient
  readonly headers: Readonly<Record<string, string>>
  readonly ledger: Ledger
  readonly tally: Tally
  /** Checks everything instead of recent changes. */
  readonly isWhole?: boolean
}

/**
 * Checks that everything acknowledged is stored exactly so. Unanswered writes are stored as a whole or not at all, and
 * known from then on.
 */
export async function checkLedger({ client, headers, ledger, tally, isWhole = false }: CheckOptions): Promise<void> {
  const list = async (query: string): Promise<StoredPost[]> => {
    const answer = await client.call('GET', `${POSTS}?limit=100&${query}`, { headers })
    if (answer.status !== 200)
      throw new Error(`a list was answered with ${answer.status}: ${answer.text.slice(0, 300)}`)
    return (answer.body as { docs: StoredPost[] }).docs
  }
  const listed = (ids: readonly string[], more: string) =>
    list(`where=${encodeURIComponent(JSON.stringify({ id: { in: ids } }))}&${more}`)
  const posts = [...ledger.posts.values()].filter(({ id, planned }) => !planned && (isWhole || ledger.touched.has(id)))
  for (let at = 0; at < posts.length; at += 50) {
    const some = posts.slice(at, at + 50)
    const ids = some.map(({ id }) => id)
    const [there, live, trash] = await Promise.all([
      listed(ids, 'draft=true'),
      listed(ids, 'draft=false'),
      listed(ids, 'trash=true'),
    ])
    const by = (docs: readonly StoredPost[]) => new Map(docs.map((doc) => [doc.id, doc]))
    const found = { there: by(there), live: by(live), trash: by(trash) }
    for (const post of some) settle(post, stateOf(post, found), { ledger, tally })
  }
  ledger.touched.clear()
  for (const slug of ledger.unanswered) {
    const docs = await list(`where=${encodeURIComponent(JSON.stringify({ slug: { equals: slug } }))}&draft=true`)
    tally.expect(docs.length <= 1, `there are ${docs.length} documents of one creation that was not answered`)
    tally.expect(
      docs.every(({ revision, title }) => revision === 1 && title === slug.replaceAll('-', ' ')),
      `half of ${slug} is there`,
    )
    tally.add('unanswered creations looked up')
  }
  ledger.unanswered.clear()
  await checkFiles({ client, headers, ledger, tally, isWhole })
}

interface Found {
  readonly there: ReadonlyMap<string, StoredPost>
  readonly live: ReadonlyMap<string, StoredPost>
  readonly trash: ReadonlyMap<string, StoredPost>
}

function stateOf({ id, state, perhaps }: Post, { there, live, trash }: Found): PostState {
  const working = there.get(id) ?? trash.get(id)
  if (!working) return { ...(perhaps?.place === 'gone' ? perhaps : state), place: 'gone' }
  const { revision, title } = working
  if (there.has(id)) return { revision, title, live: live.get(id)?.title ?? null, place: 'there' }
  // The live copy of a trashed document can't be read.
  return { revision, title, live: state.live, place: 'trash' }
}

function settle(post: Post, now: PostState, { ledger, tally }: Pick<CheckOptions, 'ledger' | 'tally'>): void {
  tally.add('documents compared')
  const { state, perhaps } = post
  if (isSame(now, state)) {
    post.perhaps = undefined
    return
  }
  if (perhaps && isSame(now, perhaps)) return ledger.acknowledge(post, perhaps)
  const other = perhaps ? `, or ${JSON.stringify(perhaps)}` : ''
  tally.fail(`${post.id} is ${JSON.stringify(now)}, and was acknowledged as ${JSON.stringify(state)}${other}`)
  ledger.acknowledge(post, now)
}

function isSame(one: PostState, other: PostState): boolean {
  if (one.place === 'gone' || other.place === 'gone') return one.place === other.place
  return (
    one.revision === other.revision && one.title === other.title && one.live === other.live && one.place === other.place
  )
}

async function checkFiles({ client, headers, ledger, tally, isWhole }: CheckOptions): Promise<void> {
  // All of them at the end, recent ones every time.
  const files = [...ledger.files.values()]
  for (const { id, objectKey, content } of isWhole ? files : files.slice(-10)) {
    const answer = await client.call('GET', `/api/uploads/media/${objectKey}`, { headers })
    tally.expect(
      answer.status === 200 && answer.bytes.equals(content),
      `the file of ${id} has other bytes, or is gone: ${answer.status}`,
    )
    tally.add('files compared')
  }
}
