import type { CommitPlace, Runtime } from '@quirecms/core/feature'
import { CHANGES, type ChangeRow, isBreak } from './change-table.ts'
import { outsideOfCalls } from './outside-of-calls.ts'
import { breakIfForeign } from './upkeep.ts'

/** Poll intervals without and with notifications. */
const LOOK_EVERY = 250
const LOOK_ANYWAY = 5_000
/** Delay that gathers changes of several commits into one read. */
const GATHER = 10
/** Interval while an open transaction holds back later commits. */
const LOOK_IF_HELD = 50
const LOOK_AFTER_FAILURE = 1_000
const AT_ONCE = 500

export type Follower = (rows: readonly ChangeRow[] | null) => void

/** Reads new changes once for all streams of this process, and only while there are streams. */
export class Tail {
  readonly #runtime: Runtime
  readonly #followers = new Set<Follower>()
  /** Counts restarts: each time the first follower arrives. */
  #run = 0
  #starting: Promise<void> | undefined
  #after: CommitPlace | undefined
  #timer: NodeJS.Timeout | undefined
  #dueAt = Infinity
  #isReading = false
  #isWanted = false
  #unlisten: (() => void) | undefined

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  get followers(): number {
    return this.#followers.size
  }

  /** Delivers all changes that settle after `ready`. Returns a function that stops it. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower)
    if (this.#followers.size === 1) outsideOfCalls(() => this.#begin())
    return () => {
      this.#followers.delete(follower)
      if (this.#followers.size === 0) this.#end()
    }
  }

  wake(): void {
    if (this.#followers.size === 0) return
    this.#isWanted = this.#isReading
    if (!this.#isReading) this.#lookIn(GATHER)
  }

  /**
   * Resolves once the start position is known. A stream awaits it before it catches up from the feed, so that its own
   * reads go at least as far as this position.
   */
  async ready(): Promise<void> {
    this.#starting ??= outsideOfCalls(() => this.#start()).catch((error: unknown) => {
      this.#starting = undefined
      throw error
    })
    await this.#starting
  }

  #begin(): void {
    this.#run += 1
    this.#after = undefined
    this.#starting = undefined
    this.#unlisten = this.#runtime.storage.notifier?.listen(() => this.wake())
    this.#lookIn(0)
  }

  async #start(): Promise<void> {
    const run = this.#run
    await breakIfForeign(this.#runtime)
    const last = await lastSettled(this.#runtime)
    if (run === this.#run) this.#after ??= last ?? { era: 0, place: 0 }
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#dueAt = Infinity
    this.#unlisten?.()
    this.#unlisten = undefined
  }

  /** Unless an earlier read is scheduled. */
  #lookIn(milliseconds: number): void {
    const at = performance.now() + milliseconds
    if (at >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = at
    outsideOfCalls(() => {
      this.#timer = setTimeout(() => void this.#look(), milliseconds)
    })
  }

  async #look(): Promise<void> {
    this.#dueAt = Infinity
    if (this.#isReading || this.#followers.size === 0) return
    this.#isReading = true
    this.#isWanted = false
    let next = this.#unlisten ? LOOK_ANYWAY : LOOK_EVERY
    try {
      if (await this.#read()) next = LOOK_IF_HELD
    } catch {
      // Other parts report that the database is unavailable. The changes are read once it is back.
      next = LOOK_AFTER_FAILURE
    } finally {
      this.#isReading = false
    }
    if (this.#followers.size > 0) this.#lookIn(this.#isWanted ? GATHER : next)
  }

  /** Returns whether an open transaction holds back changes. */
  async #read(): Promise<boolean> {
    const run = this.#run
    await this.ready()
    for (;;) {
      const after = this.#after
      if (run !== this.#run || !after) return false
      const query = { after, limit: AT_ONCE }
      const { rows, isHeld } = await this.#runtime.storage.reader.records.readAppended(CHANGES.name, {}, query)
      if (run !== this.#run) return false
      const last = rows.at(-1)
      if (last) {
        // If this process was suspended, unread changes may have been removed: each stream has to check.
        const isWhole = await this.#stands(after)
        if (run !== this.#run) return false
        this.#after = { era: last.era, place: last.place }
        for (const follower of this.#followers) follower(isWhole ? rows : null)
      }
      if (rows.length < AT_ONCE) return isHeld
    }
  }

  /** Whether no change after it is missing. */
  async #stands({ era, place }: CommitPlace): Promise<boolean> {
    if (place === 0) return true
    const { records } = this.#runtime.storage.reader
    return (await records.find(CHANGES.name, { era, place }, { limit: 1 })).length > 0
  }
}

/**
 * The last settled change. A new feed may have no settled change; then this is its initial break record. Null if the
 * table doesn't exist yet or was emptied.
 */
export async function lastSettled({ storage }: Pick<Runtime, 'storage'>): Promise<ChangeRow | null> {
  const { records } = storage.reader
  const last = await records.readLastAppended(CHANGES.name)
  if (last) return last
  const [first] = await records.find(CHANGES.name, {}, { limit: 1 })
  return first && isBreak(first) ? first : null
}
