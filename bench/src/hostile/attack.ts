import { setTimeout as sleep } from 'node:timers/promises'
import type { AskedQuery } from './queries.ts'
import { SilentClient } from './silent-client.ts'
import { TimedClient } from './timed-client.ts'

/** Concurrent hostile requests, unless the query sets another number. */
const ATTACKERS = 16
const PAUSE_MS = 5

export class Attack {
  readonly #silent: SilentClient | undefined
  readonly #clients: readonly TimedClient[]
  readonly #asking: Promise<unknown>
  #isOver = false
  #number = 0

  constructor(port: number, query: AskedQuery) {
    const { path, connections = ATTACKERS, isUnread = false } = query
    this.#silent = isUnread ? new SilentClient(port, connections, path(1)) : undefined
    this.#clients = isUnread ? [] : Array.from({ length: connections }, () => new TimedClient(port))
    this.#asking = Promise.all(
      this.#clients.map((client) =>
        client.askUntil(
          () => this.#isOver,
          () => path((this.#number += 1)),
          () => sleep(PAUSE_MS),
        ),
      ),
    )
  }

  /** Returns the statuses of the responses: `200 ×31, 503 ×4`. */
  async stop(): Promise<string> {
    this.#isOver = true
    await this.#asking
    this.#silent?.close()
    for (const client of this.#clients) client.close()
    return this.#silent ? 'unread' : statusesOf(this.#clients)
  }
}

function statusesOf(clients: readonly TimedClient[]): string {
  const all = new Map<number, number>()
  for (const { statuses } of clients)
    for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count)
  return [...all].map(([status, count]) => `${status} ×${count}`).join(', ')
}
