import { AsyncResource } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Lines, QuireError, type Waiting, waitingClient } from '@quire/core'
import type { Session } from '../database.ts'
import { databaseBusy } from '../database-busy.ts'
import { patienceOfWrites, type WorkLimits } from '../work-limits.ts'
import { type SqliteConnection, whileBusy } from './sqlite-connection.ts'
import type { WriteTurns } from './write-turns.ts'

const MOST_IN_A_BATCH = 100
/** Whoever came first waits for the others no longer than this. */
const LONGEST_BATCH_MS = 20

/** The transaction of one caller, who learns how it ended only when that is certain: after the commit. */
class Job<T> implements Waiting {
  /** Who asked for it: clients take turns (`Lines`), so that one with much to write holds up nobody else. */
  readonly client = waitingClient()?.name
  readonly weight = 1
  /** Whether it may sort more than memory should hold. */
  readonly sortsMuch: boolean
  readonly #work: (session: Session) => Promise<T>
  /**
   * It is run by whoever came first, and still is the work of its own client. `AsyncLocalStorage.bind` would do the same for nine times as
   * much, and what it makes outlives the young generation of V8, with all that the request holds.
   */
  readonly #ownCall = new AsyncResource('quire.write')
  readonly #committed = Promise.withResolvers<void>()
  readonly #since = performance.now()
  #outcome: { readonly result: T } | { readonly error: unknown } | undefined

  constructor(work: (session: Session) => Promise<T>, sortsMuch: boolean) {
    this.#work = work
    this.sortsMuch = sortsMuch
  }

  hasWaited(milliseconds: number): boolean {
    return performance.now() - this.#since > milliseconds
  }

  /** Runs the work inside of the batch. False if it failed, and its savepoint must be rolled back. */
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

interface CommitEvents {
  /** Called in the same turn as each commit. */
  readonly ended: () => void
  /** Throws if nobody may be told that the commit succeeded, since the file is another one by now (file-identity.ts). Called before each commit, and after it. */
  readonly verify: () => void
}

/**
 * One writer for many callers. Their transactions run one after another inside one transaction of the database, so that they share what
 * is slow, the commit. Nobody is answered before it. Clients take turns, so that one with a hundred writes does not keep another waiting
 * for all of them, and the one with most in line loses its last for another who finds no place. Each but the first is in a savepoint, so that it can be undone without the others.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #limits: WorkLimits
  readonly #turns: WriteTurns
  readonly #events: CommitEvents
  readonly #waiting = new Lines<Job<unknown>>()
  #working: Promise<void> | undefined
  #failed = false

  constructor(connection: SqliteConnection, limits: WorkLimits, turns: WriteTurns, events: CommitEvents) {
    this.#connection = connection
    this.#turns = turns
    this.#limits = limits
    this.#events = events
  }

  run<T>(work: (session: Session) => Promise<T>, sortsMuch = false): Promise<T> {
    const job = new Job(work, sortsMuch)
    if (!this.#hasPlaceFor(job)) return Promise.reject(databaseBusy())
    this.#waiting.add(job)
    this.#working ??= this.#workUntilDone()
    return job.result()
  }

  get isWriting(): boolean {
    return this.#working !== undefined
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Whether the database refused the last batch as a whole. */
  get failed(): boolean {
    return this.#failed
  }

  /** Resolves when nothing is running and nothing waits. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working
  }

  #hasPlaceFor({ client }: Job<unknown>): boolean {
    if (this.#waiting.size < this.#limits.maxWaitingWrites) return true
    const last = this.#waiting.lastOfLongest(client)
    if (!last) return false
    this.#waiting.remove(last)
    last.refuse()
    return true
  }

  async #workUntilDone(): Promise<void> {
    try {
      while (!this.#waiting.isEmpty) await this.#writeBatch()
    } finally {
      this.#working = undefined
    }
  }

  async #writeBatch(): Promise<void> {
    const begun: Job<unknown>[] = []
    try {
      this.#connection.keepTemporary(this.#waiting.first?.sortsMuch ? 'file' : 'memory')
      await this.#begin()
      await this.#runJobs(begun)
      // What is refused must not be there when the file is put back.
      this.#events.verify()
      this.#connection.execute('commit')
      this.#verifyCommitted()
      this.#failed = false
    } catch (error) {
      this.#failed = true
      this.#rollBack()
      const lost = begun.length > 0 ? begun : this.#waiting.takeAll()
      for (const job of lost) job.abandon(error)
      return
    } finally {
      // A commit that failed may still have been one.
      this.#events.ended()
    }
    for (const job of begun) job.settle()
  }

  /** Lost in that very moment: it may be in what was opened, wherever that is now. */
  #verifyCommitted(): void {
    try {
      this.#events.verify()
    } catch (error) {
      const message =
        'The database file was deleted or replaced during the commit, and it is not known whether the change was made. Look before you try again.'
      throw new QuireError('unavailable', message, { cause: error })
    }
  }

  async #begin(): Promise<void> {
    await this.#turns.letOthers()
    try {
      const begin = () => this.#connection.database.exec('begin immediate')
      await whileBusy(begin, this.#limits.transactionTimeout, (waited) => this.#turns.ask(waited))
    } finally {
      this.#turns.over()
    }
  }

  async #runJobs(begun: Job<unknown>[]): Promise<void> {
    const deadline = performance.now() + LONGEST_BATCH_MS
    const runWaiting = async () => {
      while (begun.length < MOST_IN_A_BATCH && performance.now() < deadline) {
        const job = this.#waiting.first
        if (!job || (begun[0] && job.sortsMuch !== begun[0].sortsMuch)) return
        this.#waiting.remove(job)
        if (job.hasWaited(patienceOfWrites(this.#limits))) {
          job.refuse()
          continue
        }
        begun.push(job)
        if (begun.length > 1) await this.#runJob(job)
        else if (!(await this.#runFirst(job))) begun.pop()
      }
    }
    await runWaiting()
    // Requests that arrived in the same turn of the event loop are about to ask: they share this commit.
    await nextTurn()
    await runWaiting()
  }

  /**
   * Where nothing was written before it, undoing it is undoing everything, and SQLite need not copy each page that it changes. One that
   * is undone is over, whatever becomes of the others.
   */
  async #runFirst(job: Job<unknown>): Promise<boolean> {
    if (await this.#keeps(job)) return true
    this.#connection.execute('rollback')
    job.settle()
    await this.#begin()
    return false
  }

  async #runJob(job: Job<unknown>): Promise<void> {
    this.#connection.execute('savepoint job')
    if (!(await this.#keeps(job))) this.#connection.execute('rollback to job')
    this.#connection.execute('release job')
  }

  async #keeps(job: Job<unknown>): Promise<boolean> {
    const keeps = await job.run(this.#connection)
    // A full disk or an I/O error can make SQLite roll back everything, the work of the others in the batch as well.
    if (!this.#connection.inTransaction) throw new QuireError('unavailable', 'The database could not write.')
    return keeps
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
