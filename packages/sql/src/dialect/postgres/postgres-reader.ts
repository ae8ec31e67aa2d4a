import type { Budget } from '@quirecms/core'
import type { BoundedCount, KnownOfRead, Reach, Session, SqlRow, SqlValue } from '../database.ts'
import { countsToKnow, withCounts, workOf } from '../work.ts'
import { PostgresTableSizes } from './postgres-table-sizes.ts'

/** What a statement may pass, in entries of an index, without being counted among the slow ones: some ten milliseconds. */
const MOST_OF_A_QUICK_ONE = 100_000

/** The sessions for reads, by expected duration and by whether the client can abort them. */
export interface ReaderSessions {
  /** Runs the statement in any case, also when the client has gone. */
  readonly always: Session
  /** Drops the statement if its client has gone by the time that a connection is free. */
  readonly quick: Session
  /** For slow statements: as `quick`, and one that runs already is cancelled when its client goes. */
  readonly slow: Session
}

/**
 * Reads committed state. Slow statements have a small pool of their own, so that quick ones always find a connection.
 * Slow statements are queued per client, and the client with the fewest under way is next: the queue of the pool itself
 * is first come, first served, and one client may have sent hundreds.
 */
export class PostgresReader implements Session {
  readonly #sessions: ReaderSessions
  readonly #quick: Budget
  readonly #slow: Budget
  readonly #sizes: PostgresTableSizes

  constructor(sessions: ReaderSessions, { quick, slow }: { readonly quick: Budget; readonly slow: Budget }) {
    this.#sessions = sessions
    this.#quick = quick
    this.#slow = slow
    this.#sizes = new PostgresTableSizes(sessions.always)
  }

  async rows(text: string, parameters: readonly SqlValue[], known: KnownOfRead = {}): Promise<SqlRow[]> {
    const { reach = [] } = known
    const isQuick = reach.length === 0 || (await this.#workOf(reach)) <= MOST_OF_A_QUICK_ONE
    if (isQuick) return this.#quick.run(() => this.#sessions.quick.rows(text, parameters))
    known.onSlow?.()
    return this.#slow.run(() => this.#sessions.slow.rows(text, parameters))
  }

  change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#sessions.always.change(text, parameters)
  }

  command(text: string): Promise<void> {
    return this.#sessions.always.command(text)
  }

  /**
   * The size of a table says little about the cost of one statement. A statement with a small estimate does not queue
   * behind those with large ones.
   */
  async #workOf(reach: readonly Reach[]): Promise<number> {
    const sizeOf = (table: string) => this.#sizes.of(table)
    const counts = new Map<BoundedCount, number>()
    for (const count of countsToKnow(reach, sizeOf, MOST_OF_A_QUICK_ONE)) {
      const [[found] = []] = await this.#sessions.quick.rows(count.text, count.parameters)
      counts.set(count, Number(found))
    }
    return workOf(withCounts(reach, counts), sizeOf)
  }
}
