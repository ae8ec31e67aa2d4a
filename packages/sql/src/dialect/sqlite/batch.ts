import { QuireError, type Waiting, waitingClient } from '@quirecms/core'
import { AsyncResource } from 'node:async_hooks'
import { databaseBusy, type Session } from '../database.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

export interface WriteJobOptions {
  /** The transaction may sort more than memory should hold. */
  readonly sortsMuch?: boolean | undefined
  /** Whether the job can run again, as far as is known. */
  readonly isRepeatable?: () => boolean
}

/** The transaction of one caller, who learns how it ended only when that is certain: after the commit. */
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
   * The first caller of a batch runs all jobs, each in the async context of its own caller. `AsyncLocalStorage.bind`
   * costs nine times as much.
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

  /** Runs the work inside of the batch. False if it failed, and what it wrote must be undone. */
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

/**
 * Runs transactions of several callers inside one database transaction, one after another; each can be rolled back by
 * itself. A savepoint for each would do, but SQLite then copies every page that a job changes first, which costs more
 * than most jobs. Few jobs fail after a write. So repeatable jobs share a rollback target, usually the beginning: if
 * one fails, all since then are rolled back, and the others run again.
 */
export class Batch {
  readonly jobs: WriteJob<unknown>[] = []
  readonly #connection: SqliteConnection
  readonly #beginTransaction: () => Promise<void>
  /** Jobs that have written since the last savepoint. All of them can be repeated. */
  #since: WriteJob<unknown>[] = []
  /** Whether the rollback target is a savepoint, not the beginning of the batch. */
  #isSaved = false
  /** Whether the last write must not be rolled back any more. */
  #mustSave = false
  #changesBefore = 0

  constructor(connection: SqliteConnection, beginTransaction: () => Promise<void>) {
    this.#connection = connection
    this.#beginTransaction = beginTransaction
  }

  async begin(): Promise<void> {
    await this.#beginTransaction()
    this.#changesBefore = this.#connection.changes
  }

  async run(job: WriteJob<unknown>): Promise<void> {
    if (this.#hasWritten && (this.#mustSave || !job.isRepeatable)) this.#save()
    this.jobs.push(job)
    const before = this.#connection.changes
    const keeps = await this.#keeps(job)
    const hasWritten = this.#connection.changes !== before
    if (!keeps) await this.#undo(job, hasWritten)
    else if (!job.isRepeatable) this.#mustSave = true
    else if (hasWritten) this.#since.push(job)
  }

  get #hasWritten(): boolean {
    return this.#connection.changes !== this.#changesBefore
  }

  #save(): void {
    if (this.#isSaved) this.#connection.execute('release jobs')
    this.#connection.execute('savepoint jobs')
    this.#isSaved = true
    this.#mustSave = false
    this.#since = []
  }

  async #undo(job: WriteJob<unknown>, hasWritten: boolean): Promise<void> {
    const others = this.#since
    if (hasWritten) {
      this.#since = []
      if (this.#isSaved) this.#connection.execute('rollback to jobs')
      else {
        this.#connection.execute('rollback')
        await this.begin()
      }
      for (const other of others) await this.#runAlone(other)
      this.#mustSave = others.length > 0
    }
    // If no job of the batch has written, this one is settled without waiting for the commit.
    if (this.#hasWritten) return
    this.jobs.pop()
    job.settle()
  }

  /** Runs alone, because its outcome may change and the others must not be repeated again and again. */
  async #runAlone(job: WriteJob<unknown>): Promise<void> {
    this.#connection.execute('savepoint job')
    if (!(await this.#keeps(job))) this.#connection.execute('rollback to job')
    this.#connection.execute('release job')
  }

  async #keeps(job: WriteJob<unknown>): Promise<boolean> {
    const keeps = await job.run(this.#connection)
    // A full disk or an I/O error can make SQLite roll back everything, the work of the others in the batch as well.
    if (!this.#connection.inTransaction) throw new QuireError('unavailable', 'The database could not write.')
    return keeps
  }
}
