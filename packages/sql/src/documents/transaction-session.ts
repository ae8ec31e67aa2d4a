import { QuireError, TimeSlice } from '@quirecms/core'
import { type WriteStatement, LostRace, type Session, type SqlRow, type SqlValue } from '../dialect/database.ts'

/**
 * The session of one transaction. A failed statement ends the transaction, or the savepoint that it is in: PostgreSQL
 * accepts no further statements after an error, and SQLite is held to the same, so that code behaves the same on both.
 * After the end of the transaction, every statement is refused: on SQLite it would run in another caller's transaction.
 */
export class TransactionSession implements Session {
  readonly #session: Session
  readonly #slice = new TimeSlice()
  /** How many statements have changed something, savepoints included. */
  writes = 0
  #ended = false
  #failure: { readonly error: unknown; readonly final: boolean } | undefined

  constructor(session: Session) {
    this.#session = session
  }

  rows(text: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    return this.#attempt(() => this.#session.rows(text, parameters))
  }

  change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    this.writes += 1
    return this.#attempt(() => this.#session.change(text, parameters))
  }

  command(text: string): Promise<void> {
    this.writes += 1
    return this.#attempt(() => this.#session.command(text))
  }

  /** Runs the last statements of the transaction, together with its commit if possible. */
  async changeLast(statements: readonly WriteStatement[]): Promise<void> {
    const { changeLast } = this.#session
    return changeLast ? this.#attempt(() => changeLast(statements)) : this.changeAll(statements)
  }

  /** Runs several statements, at once if possible. */
  async changeAll(statements: readonly WriteStatement[]): Promise<void> {
    const session = this.#session
    this.writes += 1
    if (session.changeAll) return this.#attempt(async () => session.changeAll?.(statements))
    for (const { text, parameters } of statements) await this.change(text, parameters)
  }

  refuseAfterFailure(): void {
    if (this.#failure) throw this.#failure.error
    if (this.#ended) throw new QuireError('internal', 'The transaction has ended.')
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  /** The error that ended the whole transaction, even if the work caught it. */
  get ending(): unknown {
    return this.#failure?.final ? this.#failure.error : undefined
  }

  refuseIfFinal(): void {
    if (this.#failure?.final) throw this.#failure.error
  }

  /** Keeps the error; every later statement throws it. */
  fail(error: unknown, { final = false } = {}): void {
    if (!this.#failure?.final) this.#failure = { error, final }
  }

  /** The failed nested part is about to be rolled back. */
  recover(): void {
    if (!this.#failure?.final) this.#failure = undefined
  }

  /**
   * Every transaction ends, and an error with its stack costs more than a statement: it is created only on use after
   * the end.
   */
  end(): void {
    this.#ended = true
  }

  async #attempt<T>(statement: () => Promise<T>): Promise<T> {
    this.refuseAfterFailure()
    if (this.#slice.isOver) await this.#letOthersIn()
    try {
      return await statement()
    } catch (error) {
      // A lost conflict ends the whole transaction: its reads are outdated.
      this.fail(error, { final: error instanceof LostRace })
      throw error
    }
  }

  /**
   * Yields at times: statements of SQLite are synchronous, so many of them would block the event loop, and the
   * transaction's own deadline.
   */
  async #letOthersIn(): Promise<void> {
    await this.#slice.letOthersIn()
    this.refuseAfterFailure()
  }
}
