import { QuireError, Turn } from '@quirecms/core'
import { type LastStatement, LostRace, type Session, type SqlRow, type SqlValue } from '../dialect/database.ts'

/**
 * The session of one transaction. A failed statement ends the transaction, or the savepoint that it is in: PostgreSQL
 * accepts no further statements after an error, and SQLite is held to the same, so that code behaves the same on both.
 * After the end of the transaction, every statement is refused: on SQLite it would run in another caller's transaction.
 */
export class GuardedSession implements Session {
  readonly #session: Session
  readonly #turn = new Turn()
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

  /** The last statements of the transaction: with its commit, where they can go together. */
  async changeLast(statements: readonly LastStatement[]): Promise<void> {
    const { changeLast } = this.#session
    return changeLast ? this.#attempt(() => changeLast(statements)) : this.changeAll(statements)
  }

  /** Several statements, in one go where that can be. */
  async changeAll(statements: readonly LastStatement[]): Promise<void> {
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

  /** What ended the transaction as a whole, whatever its work made of that. */
  get ending(): unknown {
    return this.#failure?.final ? this.#failure.error : undefined
  }

  refuseIfFinal(): void {
    if (this.#failure?.final) throw this.#failure.error
  }

  /** Keeps the error as that which every later statement meets. */
  fail(error: unknown, { final = false } = {}): void {
    if (!this.#failure?.final) this.#failure = { error, final }
  }

  /** The nested part that failed is about to be rolled back. */
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
    if (this.#turn.isOver) await this.#letOthersIn()
    try {
      return await statement()
    } catch (error) {
      // A race that is lost is lost for the whole of it: what it has read is not true any more.
      this.fail(error, { final: error instanceof LostRace })
      throw error
    }
  }

  /** Statements of SQLite take no turn of the event loop, so that many of them would stop it, and their own deadline with it. */
  async #letOthersIn(): Promise<void> {
    await this.#turn.letOthersIn()
    this.refuseAfterFailure()
  }
}
