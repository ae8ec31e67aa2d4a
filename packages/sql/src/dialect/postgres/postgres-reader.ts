import type { Budget } from '@quirecms/core'
import type { BoundedCount, ReadHints, Reach, Session, SqlRow, SqlValue } from '../database.ts'
import { countsToKnow, withCounts, workOf } from '../work.ts'
import { PostgresTableSizes } from './postgres-table-sizes.ts'

/** Statements that scan more index entries than this are slow: about ten milliseconds. */
const MOST_OF_A_QUICK_ONE = 100_000

/** Sessions for reads, by expected duration and whether clients can abort them. */
export interface ReaderSessions {
  /** Runs the statement even if the client has disconnected. */
  readonly always: Session
  /** Skips the statement if the client has disconnected before a connection is free. */
  readonly quick: Session
  /** For slow statements: like `quick`, and cancels a running statement when its client disconnects. */
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

  async rows(text: string, parameters: readonly SqlValue[], hints: ReadHints = {}): Promise<SqlRow[]> {
    const { reach = [] } = hints
    const isQuick = reach.length === 0 || (await this.#workOf(reach)) <= MOST_OF_A_QUICK_ONE
    if (isQuick) return this.#quick.run(() => this.#sessions.quick.rows(text, parameters))
    hints.onSlow?.()
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
