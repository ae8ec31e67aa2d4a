import { setTimeout as sleep } from 'node:timers/promises'
import type { Tally } from '../tally.ts'
import { Broken, type HttpClient } from './http.ts'

const PATIENCE = 60_000

/** Waits until the service is ready. A timeout is a finding. */
export async function untilReady(client: HttpClient, tally: Tally): Promise<void> {
  const end = performance.now() + PATIENCE
  while (performance.now() < end) {
    const status = await client.call('GET', '/readyz').then(
      (answer) => answer.status,
      (error: unknown) => {
        if (error instanceof Broken) return 0
        throw error
      },
    )
    if (status === 200) return
    await sleep(50)
  }
  tally.fail(`the service is not ready after ${PATIENCE} ms`)
}
