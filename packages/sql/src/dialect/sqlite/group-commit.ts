import { setImmediate as nextTurn } from 'node:timers/promises'
import { QuireError } from '@quire/core'
import type { Session } from '../database.ts'
import { type SqliteConnection, whileBusy } from './sqlite-connection.ts'

const MOST_IN_A_BATCH = 100
/** Whoever came first waits for the others no longer than this. */
const LONGEST_BATCH_MS = 20

interface Job {
  run(session: Session): Promise<void>
  /** Called after the commit: the caller learns how its work ended only when that is certain. */
  settle(): void
  abandon(error: unknown): void
}

/**
 * One writer for many callers. Their transactions run one after another, each in a savepoint of its own, inside one transaction of
 * the database, so that they share what is slow, the commit. Nobody is answered before it.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection
  #waiting: Job[] = []
  #working: Promise<void> | undefined

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  run<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let settle: () => void
      this.#waiting.push({
        run: async (session) => {
          try {
            const result = await work(session)
            settle = () => resolve(result)
          } catch (error) {
            settle = () => reject(error)
            throw error
          }
        },
        settle: () => settle(),
        abandon: reject,
      })
      this.#working ??= this.#workUntilDone()
    })
  }

  /** Resolves when nothing is running and nothing waits. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working
  }

  async #workUntilDone(): Promise<void> {
    try {
      while (this.#waiting.length > 0) await this.#writeBatch()
    } finally {
      this.#working = undefined
    }
  }

  async #writeBatch(): Promise<void> {
    const begun: Job[] = []
    try {
      await whileBusy(() => this.#connection.database.exec('begin immediate'))
      await this.#runJobs(begun)
      this.#connection.execute('commit')
    } catch (error) {
      this.#rollBack()
      const lost = begun.length > 0 ? begun : this.#waiting.splice(0)
      for (const job of lost) job.abandon(error)
      return
    }
    for (const job of begun) job.settle()
  }

  async #runJobs(begun: Job[]): Promise<void> {
    const deadline = performance.now() + LONGEST_BATCH_MS
    const runWaiting = async () => {
      while (begun.length < MOST_IN_A_BATCH && performance.now() < deadline) {
        const job = this.#waiting.shift()
        if (!job) return
        begun.push(job)
        await this.#runJob(job)
      }
    }
    await runWaiting()
    // Requests that arrived in the same turn of the event loop are about to ask: they share this commit.
    await nextTurn()
    await runWaiting()
  }

  async #runJob(job: Job): Promise<void> {
    const connection = this.#connection
    connection.execute('savepoint job')
    try {
      await job.run(connection)
    } catch {
      if (connection.inTransaction) connection.execute('rollback to job')
    }
    // A full disk or an I/O error can make SQLite roll back everything, the work of the others in the batch as well.
    if (!connection.inTransaction) throw new QuireError('unavailable', 'The database could not write.')
    connection.execute('release job')
  }

  #rollBack(): void {
    try {
      if (this.#connection.inTransaction) this.#connection.execute('rollback')
    } catch {
      // It stays in a transaction and the next `begin` fails: the connection is of no more use.
      this.#connection.reopen()
    }
  }
}
