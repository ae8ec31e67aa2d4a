import type { Tally } from '../tally.ts'
import type { HttpClient } from '../world/http.ts'
import type { Ledger } from './ledger.ts'

const LOG = '/api/plugins/audit'

interface Entry {
  readonly id: string
  readonly action: string
  readonly documentId: string
  readonly revision: number
}

interface Page {
  readonly docs: readonly Entry[]
  readonly pagination: { readonly nextCursor: string | null }
}

interface Check {
  readonly client: HttpClient
  readonly headers: Readonly<Record<string, string>>
  readonly ledger: Ledger
  readonly tally: Tally
}

/** Checks that the audit log has every acknowledged change exactly once, and that its chain verifies. */
export async function checkAudit({ client, headers, ledger, tally }: Check): Promise<void> {
  const read = async (path: string): Promise<unknown> => {
    const answer = await client.call('GET', LOG + path, { headers })
    if (answer.status !== 200)
      throw new Error(`the audit log was answered with ${answer.status}: ${answer.text.slice(0, 300)}`)
    return answer.body
  }
  const where = encodeURIComponent(JSON.stringify({ entity: { equals: 'posts' }, revision: { exists: true } }))
  const told = new Set<string>()
  const known = new Set<string>()
  for (let after: string | null = ''; after !== null; ) {
    const query = `where=${where}&sort=id&limit=100&after=${encodeURIComponent(after)}`
    const { docs, pagination } = (await read(`/entries?${query}`)) as Page
    for (const { action, documentId, revision } of docs) {
      const change = `${documentId} ${revision}`
      tally.expect(!known.has(`${action} ${change}`), `the audit log tells twice of ${action} ${change}`)
      known.add(`${action} ${change}`)
      told.add(change)
    }
    after = pagination.nextCursor
  }
  const missing = [...ledger.told].filter((change) => !told.has(change))
  tally.expect(
    missing.length === 0,
    `the audit log misses ${missing.length} changes: ${missing.slice(0, 3).join(', ')}`,
  )
  const verified = (await read('/verify')) as { readonly ok: boolean; readonly problems: unknown }
  tally.expect(verified.ok, `the chain of the audit log does not hold: ${JSON.stringify(verified.problems)}`)
  tally.add('changes in the audit log', ledger.told.size)
}
