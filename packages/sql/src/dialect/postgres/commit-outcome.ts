import { setTimeout as sleep } from 'node:timers/promises'
import { QuireError } from '@quirecms/core'
import type { Connections } from './connections.ts'

/** How long to ask for the outcome of a commit. */
const PATIENCE = 30_000
const PAUSE = 250

/**
 * Asks the server whether a transaction was committed, after its connection broke during the commit. The caller gets no
 * answer before that: a client that hears of an error retries, and would write everything twice.
 */
export async function commitOutcome(connections: Connections, number: string): Promise<boolean> {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    const status = await statusOf(connections, number).catch(() => undefined)
    if (status === 'committed') return true
    if (status === 'aborted') return false
    // The server has not yet noticed the broken connection.
    if (performance.now() > deadline) throw unknown()
    await sleep(PAUSE)
  }
}

async function statusOf(connections: Connections, number: string): Promise<unknown> {
  const asked = { text: 'select pg_xact_status($1::text::xid8)', values: [number], rowMode: 'array' as const }
  const { rows } = await connections.query({ ...asked, query_timeout: PATIENCE } as typeof asked)
  return rows[0]?.[0]
}

function unknown(): QuireError {
  const message =
    'The connection to the database broke during the commit, and it is not known whether the change was made. Look before you try again.'
  return new QuireError('unavailable', message)
}
