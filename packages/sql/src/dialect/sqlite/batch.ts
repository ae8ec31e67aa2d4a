import { QuireError } from '@quirecms/core'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { WriteJob } from './write-job.ts'

/**
 * Runs transactions of several callers inside one database transaction, one after another; each can be rolled back by
 * itself. A savepoint for each would do, but SQLite then copies every page that a job changes first, which costs more
 * than most jobs. Few jobs fail after a write. So repeatable jobs share a rollback target, usually the beginning: if
 * one fails, all since then are rolled back, and the others run again.
 */
export class Batch {
  /** Jobs that are settled at the end of the batch. */
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
