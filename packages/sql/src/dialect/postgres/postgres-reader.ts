import type { Reach, Session, SqlRow, SqlValue } from '../database.ts'
import type { Lane } from '../lane.ts'
import { workOf } from '../work.ts'
import { PostgresTableSizes } from './postgres-table-sizes.ts'

/** What a statement may pass, in entries of an index, without being counted among the slow ones: some ten milliseconds. */
const MOST_OF_A_QUICK_ONE = 100_000

/** Reads committed state. Slow statements have a few connections to themselves, so that quick ones always find another. */
export class PostgresReader implements Session {
  readonly #session: Session
  readonly #slow: Lane
  readonly #sizes: PostgresTableSizes

  constructor(session: Session, slow: Lane) {
    this.#session = session
    this.#slow = slow
    this.#sizes = new PostgresTableSizes(session)
  }

  rows(text: string, parameters: readonly SqlValue[], reach: readonly Reach[] = []): Promise<SqlRow[]> {
    const run = () => this.#session.rows(text, parameters)
    const isQuick = reach.length === 0 || workOf(reach, (table) => this.#sizes.of(table)) <= MOST_OF_A_QUICK_ONE
    return isQuick ? run() : this.#slow.run(run)
  }

  change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#session.change(text, parameters)
  }

  command(text: string): Promise<void> {
    return this.#session.command(text)
  }
}
