import { AsyncResource } from 'node:async_hooks'
import { type Waiting, waitingClient } from '@quirecms/core'
import type { Session } from '../database.ts'
import { databaseBusy } from '../database-busy.ts'

export interface WriteJobOptions {
  /** Whether it may sort more than fits into memory. */
  readonly sortsMuch?: boolean | undefined
  /** Whether it can be repeated, as far as is known. */
  readonly isRepeatable?: () => boolean
}

/** The transaction of one caller, who gets the result after the commit. */
export class WriteJob<T> implements Waiting {
  /**
   * The client that asked for the write: clients take turns (`Lines`), so that one with many writes does not delay the
   * others.
   */
  readonly client = waitingClient()?.name
  readonly weight = 1
  readonly sortsMuch: boolean
  readonly #isRepeatable: () => boolean
  readonly #work: (session: Session) => Promise<T>
  /**
   * The first caller of the batch runs the job, in the async context of the job's own caller. `AsyncLocalStorage.bind`
   * does the same at nine times the cost, and what it creates outlives the young generation of V8, with all that the
   * request holds.
   */
  readonly #ownCall = new AsyncResource('quire.write')
  readonly #committed = Promise.withResolvers<void>()
  readonly #since = performance.now()
  #outcome: { readonly result: T } | { readonly error: unknown } | undefined

  constructor(
    work: (session: Session) => Promise<T>,
    { sortsMuch = false, isRepeatable = () => false }: WriteJobOptions,
  ) {
    this.#work = work
    this.sortsMuch = sortsMuch
    this.#isRepeatable = isRepeatable
  }

  get isRepeatable(): boolean {
    return this.#isRepeatable()
  }

  hasWaited(milliseconds: number): boolean {
    return performance.now() - this.#since > milliseconds
  }

  /** Runs the work in the batch. Returns false if it failed and must be rolled back. */
  async run(session: Session): Promise<boolean> {
    try {
      this.#outcome = { result: await this.#ownCall.runInAsyncScope(this.#work, undefined, session) }
      return true
    } catch (error) {
      this.#outcome = { error }
      return false
    }
  }

  settle(): void {
    this.#committed.resolve()
  }

  abandon(error: unknown): void {
    this.#committed.reject(error)
  }

  refuse(): void {
    this.abandon(databaseBusy())
  }

  async result(): Promise<T> {
    await this.#committed.promise
    if (!this.#outcome) throw new Error('a transaction was settled before it ran')
    if ('error' in this.#outcome) throw this.#outcome.error
    return this.#outcome.result
  }
}
