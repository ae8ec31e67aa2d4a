import { setImmediate as nextTurn } from 'node:timers/promises'
import { Lines, QuireError } from '@quirecms/core'
import type { Session } from '../database.ts'
import { databaseBusy } from '../database-busy.ts'
import { patienceOfWrites, type WorkLimits } from '../work-limits.ts'
import { Batch } from './batch.ts'
import { type SqliteConnection, whileBusy } from './sqlite-connection.ts'
import { WriteJob, type WriteJobOptions } from './write-job.ts'
import type { WriteTurns } from './write-turns.ts'

const MOST_IN_A_BATCH = 100
/** How long the first job of a batch waits for others at most. */
const LONGEST_BATCH_MS = 20
/**
 * A batch ends after this many turns of the event loop without a new job. Requests begin in every second turn, a few in
 * each. The more of them share a commit, the fewer pages are written for each.
 */
const TURNS_WITHOUT = 2

interface CommitEvents {
  /** Called when a transaction of the database has begun. */
  readonly began: () => void
  readonly ended: () => void
  /**
   * Throws if the commit must not be acknowledged, because the file was replaced (file-identity.ts). Called before and
   * after each commit.
   */
  readonly verify: () => void
}

/**
 * Group commit: one writer for many callers. Their transactions run one after another inside one transaction of the
 * database, so that they share the slow part, the commit. No caller gets a result before the commit. Clients take
 * turns, so that one with a hundred writes does not delay another. If the queue is full, the client with the most jobs
 * in it loses its last one to the newcomer. `Batch` rolls back one job without the others.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #limits: WorkLimits
  readonly #turns: WriteTurns
  readonly #events: CommitEvents
  readonly #waiting = new Lines<WriteJob<unknown>>()
  #working: Promise<void> | undefined
  #failed = false

  constructor(connection: SqliteConnection, limits: WorkLimits, turns: WriteTurns, events: CommitEvents) {
    this.#connection = connection
    this.#turns = turns
    this.#limits = limits
    this.#events = events
  }

  run<T>(work: (session: Session) => Promise<T>, options: WriteJobOptions = {}): Promise<T> {
    const job = new WriteJob(work, options)
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

  get failed(): boolean {
    return this.#failed
  }

  /** Resolves when nothing is running or queued. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working
  }

  #hasPlaceFor({ client }: WriteJob<unknown>): boolean {
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
    const batch = new Batch(this.#connection, () => this.#begin())
    try {
      this.#connection.keepTemporary(this.#waiting.first?.sortsMuch ? 'file' : 'memory')
      await batch.begin()
      await this.#runJobs(batch)
      // / A refused write must not appear when the file is restored.
      this.#events.verify()
      this.#connection.execute('commit')
      this.#verifyCommitted()
      this.#failed = false
    } catch (error) {
      this.#failed = true
      this.#rollBack()
      const lost = batch.jobs.length > 0 ? batch.jobs : this.#waiting.takeAll()
      for (const job of lost) job.abandon(error)
      return
    } finally {
      // / A commit that failed may still have taken effect.
      this.#events.ended()
    }
    for (const job of batch.jobs) job.settle()
  }

  /** The file was lost at that moment: the commit may be in the old file. */
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
      this.#events.began()
    } finally {
      this.#turns.over()
    }
  }

  async #runJobs(batch: Batch): Promise<void> {
    const deadline = performance.now() + LONGEST_BATCH_MS
    const hasRoom = () => batch.jobs.length < MOST_IN_A_BATCH && performance.now() < deadline
    await this.#runWaiting(batch, hasRoom)
    for (let turns = 0; turns < TURNS_WITHOUT && hasRoom(); turns += 1) {
      await nextTurn()
      if (await this.#runWaiting(batch, hasRoom)) turns = -1
    }
  }

  /** Returns whether there was any job. */
  async #runWaiting(batch: Batch, hasRoom: () => boolean): Promise<boolean> {
    let ran = false
    while (hasRoom()) {
      const job = this.#waiting.first
      const [first] = batch.jobs
      if (!job || (first && job.sortsMuch !== first.sortsMuch)) break
      this.#waiting.remove(job)
      if (job.hasWaited(patienceOfWrites(this.#limits))) job.refuse()
      else await batch.run(job)
      ran = true
    }
    return ran
  }

  #rollBack(): void {
    try {
      if (this.#connection.inTransaction) this.#connection.execute('rollback')
    } catch {
      // / It stays in a transaction and the next `begin` would fail: the connection is unusable.
      this.#connection.reopen()
    }
  }
}
