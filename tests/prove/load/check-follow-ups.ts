import { setTimeout as sleep } from 'node:timers/promises'
import type { Tally } from '../tally.ts'
import type { HttpClient } from '../world/http.ts'
import type { World } from '../world/world.ts'
import type { Ledger } from './ledger.ts'

/** Long after the last lease of a job has expired. */
const PATIENCE = 90_000

interface Follow {
  readonly world: World
  readonly client: HttpClient
  readonly ledger: Ledger
  readonly tally: Tally
}

interface Told {
  readonly data: { readonly id: string; readonly revision: number }
}

const named = ({ data }: Told) => `${data.id} ${data.revision}`

/** Checks deferred work: publications and jobs ran exactly once, and other services got every change. */
export async function checkFollowUps({ world, client, ledger, tally }: Follow): Promise<void> {
  const headers = world.as('admin')
  const planned = [...ledger.posts.values()].filter((post) => post.planned)
  await until(async () => {
    for (const { id } of planned) {
      const { body } = await client.call('GET', `/api/collections/posts/${id}?draft=true`, { headers })
      if ((body as { doc?: { _status: string } }).doc?._status !== 'published') return false
    }
    return true
  })
  for (const { id } of planned) {
    const { body } = await client.call('GET', `/api/collections/posts/${id}?draft=true`, { headers })
    const { revision, _status } = (body as { doc: { revision: number; _status: string } }).doc
    tally.expect(
      _status === 'published' && revision === 2,
      `a planned publication left ${id} at revision ${revision}, ${_status}`,
    )
    tally.add('planned publications looked up')
  }
  await checkShelves({ world, client, ledger, tally })
  const heard = () => new Set(world.receiver.received.map((one) => named(one.body as Told)))
  const unheard = () => {
    const all = heard()
    return [...ledger.told].filter((one) => !all.has(one))
  }
  await until(async () => unheard().length === 0)
  const missing = unheard()
  tally.expect(
    missing.length === 0,
    `webhooks of ${missing.length} changes have not come: ${missing.slice(0, 3).join(', ')}`,
  )
  tally.add('webhooks expected', ledger.told.size)
}

/** Acknowledged jobs ran exactly once. */
async function checkShelves({ world, client, ledger, tally }: Follow): Promise<void> {
  const headers = world.as('admin')
  const count = async (name: string) => {
    const where = encodeURIComponent(JSON.stringify({ name: { equals: name } }))
    const { body } = await client.call('GET', `/api/collections/shelves/count?where=${where}`, { headers })
    return (body as { count?: number }).count
  }
  const missing = new Set(ledger.shelves)
  await until(async () => {
    for (const name of missing) if ((await count(name)) === 1) missing.delete(name)
    return missing.size === 0
  })
  for (const name of ledger.shelves) {
    const found = await count(name)
    tally.expect(found === 1, `the job of "${name}" has put up ${String(found)} shelves`)
    tally.add('jobs looked up')
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE
  while (performance.now() < end && !(await holds())) await sleep(200)
}
