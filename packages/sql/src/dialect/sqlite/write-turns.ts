import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whoever waits for less than this is lucky often enough. */
const ASKS_AFTER_MS = 30
/** Longer than those who have asked pause between two attempts (`whileBusy`). */
const GAP_MS = 20

/**
 * Turns of the processes that write to one file. SQLite has no queue: whoever tries in the right moment gets the lock, and a process
 * that begins its next batch as soon as it has committed the last leaves no such moment to the others. So whoever has waited for a while
 * asks for one, with an empty file beside the database. Whoever writes takes it away and pauses once: what a process that died has left
 * costs one pause, and where nothing can be asked for, it is luck as before.
 */
export class WriteTurns {
  readonly #request: string | undefined
  #hasAsked = false

  /** Undefined for a database that nobody else can open. */
  constructor(path: string | undefined) {
    this.#request = path === undefined ? undefined : `${path}-turn`
  }

  /** Called before each batch. */
  async letOthers(): Promise<void> {
    if (this.#request === undefined || !existsSync(this.#request)) return
    // What cannot be taken away would make every batch pause.
    if (this.#remove(this.#request)) await sleep(GAP_MS)
  }

  /** Called whenever the lock was not to be had. True once the process has asked, and should look often. */
  ask(waited: number): boolean {
    if (this.#request === undefined || waited < ASKS_AFTER_MS) return false
    try {
      writeFileSync(this.#request, '', { mode: 0o600 })
      this.#hasAsked = true
    } catch {
      // The disk may be full, or the folder not ours.
    }
    return this.#hasAsked
  }

  /** Called with the lock in hand, or given up. Another one who still waits asks again. */
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
