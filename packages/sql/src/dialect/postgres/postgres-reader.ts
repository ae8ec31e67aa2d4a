import { waitingClient } from '@quire/core'
import type { Reach, Session, SqlRow, SqlValue } from '../database.ts'
import type { Lane } from '../lane.ts'
import { workOf } from '../work.ts'
import { PostgresTableSizes } from './postgres-table-sizes.ts'

/** What a statement may pass, in entries of an index, without being counted among the slow ones: some ten milliseconds. */
const MOST_OF_A_QUICK_ONE = 100_000

/** Reads committed state. Slow statements have a few connections to themselves, so that quick ones always find another. */
export class PostgresReader implements Session {
  readonly #session: Session
  readonly #slowSession: Session
  readonly #slow: Lane
  readonly #sizes: PostgresTableSizes

  constructor(session: Session, slowSession: Session, slow: Lane) {
    this.#session = session
    this.#slowSession = slowSession
    this.#slow = slow
    this.#sizes = new PostgresTableSizes(session)
  }

  rows(text: string, parameters: readonly SqlValue[], reach: readonly Reach[] = []): Promise<SqlRow[]> {
    const isQuick = reach.length === 0 || workOf(reach, (table) => this.#sizes.of(table)) <= MOST_OF_A_QUICK_ONE
    if (isQuick) return this.#session.rows(text, parameters)
    return this.#slow.run(() => this.#slowSession.rows(text, parameters), waitingClient()?.gone)
  }

  change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#session.change(text, parameters)
  }

  command(text: string): Promise<void> {
    return this.#session.command(text)
  }
}
