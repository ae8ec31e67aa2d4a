import { ClientQueues, QuireError, type Waiting, waitingClient } from '@quirecms/core'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { databaseBusy, patienceOfWrites, type Session, type WorkLimits } from '../database.ts'
import { type SqliteConnection, whileBusy } from './sqlite-connection.ts'
import { AsyncResource } from 'node:async_hooks'

const MOST_IN_A_BATCH = 100
/** How long the first write of a batch waits for others at most, and how long a batch takes further writes. */
const LONGEST_BATCH_MS = 20
/**
 * A batch begins after this many turns of the event loop without a new write. Requests begin in every second turn, a
 * few in each. The more of them share a commit, the fewer pages are written for each.
 */
const TURNS_WITHOUT_WRITE = 3

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
 * turns, so that one with a hundred writes does not delay another. If the queue is full, the client with the most
 * writes in it loses its last one to the newcomer. `Batch` rolls back one write without the others.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #limits: WorkLimits
  readonly #processTurns: ProcessTurns
  readonly #events: CommitEvents
  readonly #waiting = new ClientQueues<QueuedWrite<unknown>>()
  #working: Promise<void> | undefined
  #failed = false
  #isGathering = false

  constructor(connection: SqliteConnection, limits: WorkLimits, processTurns: ProcessTurns, events: CommitEvents) {
    this.#connection = connection
    this.#processTurns = processTurns
    this.#limits = limits
    this.#events = events
  }

  run<T>(work: (session: Session) => Promise<T>, options: QueuedWriteOptions = {}): Promise<T> {
    const write = new QueuedWrite(work, options)
    if (!this.#hasPlaceFor(write)) return Promise.reject(databaseBusy())
    this.#waiting.add(write)
    this.#working ??= this.#workUntilDone()
    return write.result()
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

  async idle(): Promise<void> {
    while (this.#working) await this.#working
  }

  #hasPlaceFor({ client }: QueuedWrite<unknown>): boolean {
    // While a batch gathers, its first write counts as begun.
    const waiting = this.#waiting.size - (this.#isGathering ? 1 : 0)
    if (waiting < this.#limits.maxWaitingWrites) return true
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
    await this.#gather()
    const batch = new Batch(this.#connection, () => this.#begin())
    try {
      this.#connection.keepTemporary(this.#waiting.first?.sortsMuch ? 'file' : 'memory')
      await batch.begin()
      await this.#runWrites(batch)
      // A refused write must not appear when the file is restored.
      this.#events.verify()
      this.#connection.execute('commit')
      this.#verifyCommitted()
      this.#failed = false
    } catch (error) {
      this.#failed = true
      this.#rollBack()
      const lost = batch.writes.length > 0 ? batch.writes : this.#waiting.takeAll()
      for (const write of lost) write.abandon(error)
      return
    } finally {
      // A commit that failed may still have taken effect.
      this.#events.ended()
    }
    for (const write of batch.writes) write.settle()
  }

  /** The file was lost at that moment: the commit may be in the old file. */
  #verifyCommitted(): void {
    try {
      this.#events.verify()
    } catch (error) {
      const message =
        'The database file was deleted or replaced during the commit, so the change may or may not have been made. Check before you try again.'
      throw new QuireError('unavailable', message, { cause: error })
    }
  }

  async #begin(): Promise<void> {
    await this.#processTurns.letOthers()
    try {
      const begin = () => this.#connection.database.exec('begin immediate')
      await whileBusy(begin, this.#limits.transactionTimeout, (waited) => this.#processTurns.ask(waited))
      this.#events.began()
    } finally {
      this.#processTurns.over()
    }
  }

  /**
   * Waits for further writes, before the transaction: while one is open, other processes can't write, and reads of this
   * one use a connection whose page cache is empty after each commit.
   */
  async #gather(): Promise<void> {
    const deadline = performance.now() + LONGEST_BATCH_MS
    const hasRoom = () => this.#waiting.size < MOST_IN_A_BATCH && performance.now() < deadline
    this.#isGathering = true
    for (let turns = 0; turns < TURNS_WITHOUT_WRITE && hasRoom(); turns += 1) {
      const { size } = this.#waiting
      await nextTurn()
      if (this.#waiting.size > size) turns = -1
    }
    this.#isGathering = false
  }

  async #runWrites(batch: Batch): Promise<void> {
    const deadline = performance.now() + LONGEST_BATCH_MS
    while (batch.writes.length < MOST_IN_A_BATCH && performance.now() < deadline) {
      const write = this.#waiting.first
      const [first] = batch.writes
      if (!write || (first && write.sortsMuch !== first.sortsMuch)) return
      this.#waiting.remove(write)
      if (write.hasWaited(patienceOfWrites(this.#limits))) write.refuse()
      else await batch.run(write)
    }
  }

  #rollBack(): void {
    try {
      if (this.#connection.inTransaction) this.#connection.execute('rollback')
    } catch {
      // It stays in a transaction and the next `begin` would fail: the connection is unusable.
      this.#connection.reopen()
    }
  }
}

/** A process that has waited this long requests a turn. */
const ASKS_AFTER_MS = 30
/** Longer than the pause between two attempts of a process that has requested a turn (`whileBusy`). */
const GAP_MS = 20

/**
 * Turns of the processes that write to one file; not the lock itself. SQLite has no lock queue: whichever process
 * retries at the right moment gets the lock, and a process that begins its next batch right after a commit leaves the
 * others no such moment.
 * So a process that has waited for a while requests a turn with an empty file beside the database. The writing process
 * deletes the file and pauses once. A request left by a crashed process costs one pause; if the file can't be created,
 * plain retries remain.
 */
export class ProcessTurns {
  readonly #request: string | undefined
  #hasAsked = false

  /** Undefined for a database that no other process can open. */
  constructor(path: string | undefined) {
    this.#request = path === undefined ? undefined : `${path}-turn`
  }

  /** Called before each batch: pauses if another process has requested a turn. */
  async letOthers(): Promise<void> {
    if (this.#request === undefined || !existsSync(this.#request)) return
    // A request that can't be deleted is ignored; otherwise, every batch would pause.
    if (this.#remove(this.#request)) await sleep(GAP_MS)
  }

  /** Requests a turn after a failed attempt. Returns true once a request exists: the caller then retries often. */
  ask(waited: number): boolean {
    if (this.#request === undefined || waited < ASKS_AFTER_MS) return false
    try {
      writeFileSync(this.#request, '', { mode: 0o600 })
      this.#hasAsked = true
    } catch {
      // Without a request, plain retries remain.
    }
    return this.#hasAsked
  }

  /** Called when the lock was taken or given up. Processes that still wait request again. */
  over(): void {
    if (this.#hasAsked && this.#request !== undefined) this.#remove(this.#request)
    this.#hasAsked = false
  }

  #remove(request: string): boolean {
    try {
      rmSync(request, { force: true })
      return true
    } catch {
      return false
    }
  }
}

export interface QueuedWriteOptions {
  /** The transaction may sort more than memory should hold. */
  readonly sortsMuch?: boolean | undefined
  /** Whether the write can run again, as far as is known. */
  readonly isRepeatable?: () => boolean
}

/** The transaction of one caller, who learns how it ended only when that is certain: after the commit. */
export class QueuedWrite<T> implements Waiting {
  /**
   * The client that asked for the write: clients take turns (`ClientQueues`), so that one with many writes does not
   * delay the others.
   */
  readonly client = waitingClient()?.name
  readonly weight = 1
  readonly sortsMuch: boolean
  readonly #isRepeatable: () => boolean
  readonly #work: (session: Session) => Promise<T>
  /**
   * The first caller of a batch runs all writes, each in the async context of its own caller. `AsyncLocalStorage.bind`
   * costs nine times as much.
   */
  readonly #ownCall = new AsyncResource('quire.write')
  readonly #committed = Promise.withResolvers<void>()
  readonly #queuedAt = performance.now()
  #outcome: { readonly result: T } | { readonly error: unknown } | undefined

  constructor(
    work: (session: Session) => Promise<T>,
    { sortsMuch = false, isRepeatable = () => false }: QueuedWriteOptions,
  ) {
    this.#work = work
    this.sortsMuch = sortsMuch
    this.#isRepeatable = isRepeatable
  }

  get isRepeatable(): boolean {
    return this.#isRepeatable()
  }

  hasWaited(milliseconds: number): boolean {
    return performance.now() - this.#queuedAt > milliseconds
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

  /** The outcome of the work is certain: its caller gets the result or the error. */
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
 * itself. A savepoint for each would do, but SQLite then copies every page that one changes first, which costs more
 * than most writes. Few fail after they have written. So repeatable writes share a rollback target, usually the
 * beginning: if one fails, all since then are rolled back, and the others run again.
 */
export class Batch {
  readonly writes: QueuedWrite<unknown>[] = []
  readonly #connection: SqliteConnection
  readonly #beginTransaction: () => Promise<void>
  /** Writes since the rollback target that changed something. All of them can run again. */
  #repeatable: QueuedWrite<unknown>[] = []
  /** Whether the rollback target is a savepoint, not the beginning of the batch. */
  #hasSavepoint = false
  /** Whether the last write must not be rolled back any more. */
  #needsSavepoint = false
  #changesBefore = 0

  constructor(connection: SqliteConnection, beginTransaction: () => Promise<void>) {
    this.#connection = connection
    this.#beginTransaction = beginTransaction
  }

  async begin(): Promise<void> {
    await this.#beginTransaction()
    this.#changesBefore = this.#connection.changes
  }

  async run(write: QueuedWrite<unknown>): Promise<void> {
    if (this.#hasWritten && (this.#needsSavepoint || !write.isRepeatable)) this.#setSavepoint()
    this.writes.push(write)
    const before = this.#connection.changes
    const succeeded = await this.#attempt(write)
    const hasWritten = this.#connection.changes !== before
    if (!succeeded) await this.#undo(write, hasWritten)
    else if (!write.isRepeatable) this.#needsSavepoint = true
    else if (hasWritten) this.#repeatable.push(write)
  }

  get #hasWritten(): boolean {
    return this.#connection.changes !== this.#changesBefore
  }

  #setSavepoint(): void {
    if (this.#hasSavepoint) this.#connection.execute('release saved')
    this.#connection.execute('savepoint saved')
    this.#hasSavepoint = true
    this.#needsSavepoint = false
    this.#repeatable = []
  }

  async #undo(write: QueuedWrite<unknown>, hasWritten: boolean): Promise<void> {
    const others = this.#repeatable
    if (hasWritten) {
      this.#repeatable = []
      if (this.#hasSavepoint) this.#connection.execute('rollback to saved')
      else {
        this.#connection.execute('rollback')
        await this.begin()
      }
      for (const other of others) await this.#runAlone(other)
      this.#needsSavepoint = others.length > 0
    }
    // If no write of the batch has written, this one is settled without waiting for the commit.
    if (this.#hasWritten) return
    this.writes.pop()
    write.settle()
  }

  /** Runs alone, because its outcome may change and the others must not be repeated again and again. */
  async #runAlone(write: QueuedWrite<unknown>): Promise<void> {
    this.#connection.execute('savepoint write')
    if (!(await this.#attempt(write))) this.#connection.execute('rollback to write')
    this.#connection.execute('release write')
  }

  async #attempt(write: QueuedWrite<unknown>): Promise<boolean> {
    const succeeded = await write.run(this.#connection)
    // A full disk or an I/O error can make SQLite roll back everything, the work of the others in the batch as well.
    if (!this.#connection.inTransaction) throw new QuireError('unavailable', 'The database could not write.')
    return succeeded
  }
}
