import type { Budget } from '@quire/core'
import type { BoundedCount, Reach, Session, SqlRow, SqlValue } from '../database.ts'
import { countsToKnow, withCounts, workOf } from '../work.ts'
import { PostgresTableSizes } from './postgres-table-sizes.ts'

/** What a statement may pass, in entries of an index, without being counted among the slow ones: some ten milliseconds. */
const MOST_OF_A_QUICK_ONE = 100_000

/** Reads committed state. Slow statements have a few connections to themselves, so that quick ones always find another. */
export class PostgresReader implements Session {
  readonly #session: Session
  readonly #slowSession: Session
  readonly #slow: Budget
  readonly #sizes: PostgresTableSizes

  constructor(session: Session, slowSession: Session, slow: Budget) {
    this.#session = session
    this.#slowSession = slowSession
    this.#slow = slow
    this.#sizes = new PostgresTableSizes(session)
  }

  async rows(text: string, parameters: readonly SqlValue[], reach: readonly Reach[] = []): Promise<SqlRow[]> {
    const isQuick = reach.length === 0 || (await this.#workOf(reach)) <= MOST_OF_A_QUICK_ONE
    if (isQuick) return this.#session.rows(text, parameters)
    return this.#slow.run(() => this.#slowSession.rows(text, parameters))
  }

  change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#session.change(text, parameters)
  }

  command(text: string): Promise<void> {
    return this.#session.command(text)
  }

  /** A large table says little of what one statement finds in it. Whoever asks for little does not wait behind those who ask for much. */
  async #workOf(reach: readonly Reach[]): Promise<number> {
    const sizeOf = (table: string) => this.#sizes.of(table)
    const counts = new Map<BoundedCount, number>()
    for (const count of countsToKnow(reach, sizeOf, MOST_OF_A_QUICK_ONE)) {
      const [[found] = []] = await this.#session.rows(count.text, count.parameters)
      counts.set(count, Number(found))
    }
    return workOf(withCounts(reach, counts), sizeOf)
  }
}
