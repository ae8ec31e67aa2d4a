import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, QuireError } from '@quirecms/sdk'
import type { Claim, Round } from '../claim.ts'
import { Broken, HttpClient } from '../world/http.ts'
import { World } from '../world/world.ts'

/** Follows the change feed while writers and instances are killed under it. */
export const feed: Claim = {
  name: 'feed',
  promise:
    'A client that follows the change feed, and resumes whenever it is cut off, receives every committed change once, and those of each document in order; never what was rolled back.',
  weight: 2,
  dialects: ['sqlite', 'postgres'],
  async run(round) {
    const { surroundings, dialect, random, tally, size } = round
    const world = await World.make(surroundings, { dialect })
    try {
      const started = await Promise.all([world.start(), world.start()])
      await world.addUsers(started[0].address)
      const clients = started.map(({ address }) => new HttpClient(address))
      const addresses = () => clients.map(({ base }) => base)
      const headers = world.as('admin')
      const [first] = clients
      if (!first) return
      const start = await settledStart(first, headers)
      const over = new AbortController()
      const readers = Array.from(
        { length: size === 'small' ? 2 : 3 },
        () => new Reader(addresses, headers, start, random.fork()),
      )
      const following = readers.map((reader) => reader.run(over.signal))
      const writing = new AbortController()
      const writers = clients.flatMap((client) =>
        (size === 'small' ? [0] : [0, 1]).map(() => write(client, headers, random.fork(), writing.signal)),
      )
      for (let killed = 0; killed < (size === 'small' ? 1 : 6); killed += 1) {
        await sleep(random.between(300, size === 'small' ? 700 : 3_000))
        const index = random.below(2)
        const [victim] = world.instances.splice(index, 1)
        await victim?.kill()
        tally.add('services killed')
        const { address, instance } = await world.start()
        // At the same index, so that both are killed equally often.
        world.instances.splice(world.instances.indexOf(instance), 1)
        world.instances.splice(index, 0, instance)
        const client = clients[index]
        if (client) client.base = address
      }
      await sleep(300)
      writing.abort()
      for (const [what, count] of await Promise.all(writers).then(sum)) tally.add(what, count)
      await check(round, first, headers, start, readers)
      over.abort()
      await Promise.all(following)
      for (const client of clients) client.close()
    } finally {
      await world.remove()
    }
  },
}

type Credential = Readonly<Record<string, string>>

function sum(all: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const total = new Map<string, number>()
  for (const one of all) for (const [what, count] of one) total.set(what, (total.get(what) ?? 0) + count)
  return total
}

/** Changes documents one by one, several in one transaction, or without success. */
async function write(
  client: HttpClient,
  headers: Credential,
  random: Round['random'],
  until: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  const ids: string[] = []
  const tags = '/api/collections/tags'
  for (let step = 0; !until.aborted; step += 1) {
    const name = `${random.next()}`
    const chosen = ids.length > 0 ? random.pick(ids) : undefined
    try {
      if (chosen === undefined || random.chance(0.25)) {
        const above = chosen === undefined || random.chance(0.3) ? {} : { above: chosen }
        const { body, status } = await client.call('POST', tags, { headers, body: { name, ...above } })
        if (status === 201) ids.push((body as { doc: { id: string } }).doc.id)
      } else if (random.chance(0.12)) {
        // Referencing documents change in the same transaction.
        await client.call('DELETE', `${tags}/${chosen}`, { headers })
        ids.splice(ids.indexOf(chosen), 1)
      } else if (random.chance(0.13)) {
        // The name is taken, so the transaction is rolled back.
        await client.call('POST', `${tags}/${chosen}/duplicate`, { headers, body: {} })
        counts.set('changes rolled back', (counts.get('changes rolled back') ?? 0) + 1)
      } else await client.call('PATCH', `${tags}/${chosen}`, { headers, body: { count: step } })
      counts.set('changes made', (counts.get('changes made') ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      await sleep(50)
    }
  }
  return counts
}

interface Heard {
  readonly documentId: string
  readonly text: string
}

/** Follows the feed, disconnects at random, and continues after its last change at any instance. */
class Reader {
  readonly heard: Heard[] = []
  readonly #addresses: () => readonly string[]
  readonly #headers: Credential
  readonly #random: Round['random']
  #after: string
  readonly failures: string[] = []

  constructor(addresses: () => readonly string[], headers: Credential, after: string, random: Round['random']) {
    this.#addresses = addresses
    this.#headers = headers
    this.#after = after
    this.#random = random
  }

  async run(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      const leaving = new AbortController()
      const timer = setTimeout(() => leaving.abort(), this.#random.between(20, 800))
      const signal = AbortSignal.any([until, leaving.signal])
      const client = createClient({ baseUrl: this.#random.pick(this.#addresses()), retries: 0 })
      try {
        for await (const change of client.changes({ after: this.#after, signal, headers: this.#headers })) {
          this.#after = change.id
          this.heard.push({ documentId: change.documentId, text: textOf(change) })
        }
      } catch (error) {
        if (!(error instanceof QuireError) || error.code !== 'network')
          if (!signal.aborted) this.failures.push(String(error))
      }
      clearTimeout(timer)
      await sleep(this.#random.between(0, 40))
    }
  }
}

function textOf({
  event,
  documentId,
  revision,
}: {
  event: string
  documentId: string
  revision: number | null
}): string {
  return `${documentId} ${event} ${revision}`
}

/** A valid cursor: right after the creation of a database, no change is settled yet. */
async function settledStart(client: HttpClient, headers: Credential): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const { next } = (await client.call('GET', '/api/changes', { headers })).body as { next: string }
    const { status } = await client.call('GET', `/api/changes?after=${next}`, { headers })
    if (status === 200 || tries === 100) return next
    await sleep(100)
  }
}

async function pagesFrom(client: HttpClient, headers: Credential, start: string): Promise<Heard[]> {
  const pages: Heard[] = []
  for (let next = start; ; ) {
    const { body } = await client.call('GET', `/api/changes?limit=500&after=${next}`, { headers })
    const page = body as {
      changes: { event: string; documentId: string; revision: number | null }[]
      next: string
      behind: boolean
    }
    pages.push(...page.changes.map((change) => ({ documentId: change.documentId, text: textOf(change) })))
    next = page.next
    if (!page.behind) break
  }
  return pages
}

async function check(
  { tally }: Round,
  client: HttpClient,
  headers: Credential,
  start: string,
  readers: readonly Reader[],
): Promise<void> {
  const revisions = new Map<string, number>()
  for (let after = ''; ; ) {
    const { body } = await client.call('GET', `/api/collections/tags?limit=100&after=${after}`, { headers })
    const { docs, pagination } = body as {
      docs: { id: string; revision: number }[]
      pagination: { nextCursor: string | null }
    }
    for (const { id, revision } of docs) revisions.set(id, revision)
    if (pagination.nextCursor === null) break
    after = pagination.nextCursor
  }
  // Whether the feed reports a deleted document depends on when the client listened.
  const kept = (heard: readonly Heard[]) =>
    heard.filter(({ documentId }) => revisions.has(documentId)).map(({ text }) => text)
  const expected = [...revisions].flatMap(([id, revision]) =>
    Array.from(
      { length: revision },
      (_, index) => `${id} document.${index === 0 ? 'created' : 'updated'} ${index + 1}`,
    ),
  )
  let all = kept(await pagesFrom(client, headers, start))
  // Open transactions on the same server may delay recent commits.
  for (let tries = 0; all.length < expected.length && tries < 100; tries += 1) {
    await sleep(100)
    all = kept(await pagesFrom(client, headers, start))
  }
  tally.expect(
    all.length === expected.length && new Set(all).size === all.length && expected.every((one) => all.includes(one)),
    `pages told of ${all.length} changes (${new Set(all).size} of them different), and ${expected.length} were made`,
  )
  const inOrder = [...Map.groupBy(all, (text) => text.slice(0, 36)).values()].every((texts) =>
    texts.every((text, index) => text.endsWith(` ${index + 1}`)),
  )
  tally.expect(inOrder, 'changes of a document were out of order')
  for (const reader of readers) {
    for (let tries = 0; kept(reader.heard).length < all.length && tries < 200; tries += 1) await sleep(100)
    const heard = kept(reader.heard)
    tally.expect(heard.join() === all.join(), `a stream told of ${heard.length} changes, and pages of ${all.length}`)
    for (const failure of reader.failures) tally.fail(failure)
    tally.add('changes followed', heard.length)
  }
}
