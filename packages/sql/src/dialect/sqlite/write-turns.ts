import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Below this, plain retries suffice. */
const ASKS_AFTER_MS = 30
/** Longer than the pause between two attempts of waiting processes (`whileBusy`). */
const GAP_MS = 20

/**
 * Turns of the processes that write to one file. SQLite has no lock queue: whichever process retries at the right
 * moment gets the lock, and a process that begins its next batch right after a commit leaves the others no such moment.
 * So a process that has waited for a while requests a turn with an empty file beside the database. The writing process
 * deletes the file and pauses once. A request left by a crashed process costs one pause; if the file can't be created,
 * plain retries remain.
 */
export class WriteTurns {
  readonly #request: string | undefined
  #hasAsked = false

  /** `path` is undefined for a database that no other process can open. */
  constructor(path: string | undefined) {
    this.#request = path === undefined ? undefined : `${path}-turn`
  }

  /** Called before each batch. */
  async letOthers(): Promise<void> {
    if (this.#request === undefined || !existsSync(this.#request)) return
    // / If the file can't be deleted, don't pause before every batch.
    if (this.#remove(this.#request)) await sleep(GAP_MS)
  }

  /** Called when the lock is taken. Returns true once the process has requested a turn and should retry often. */
  ask(waited: number): boolean {
    if (this.#request === undefined || waited < ASKS_AFTER_MS) return false
    try {
      writeFileSync(this.#request, '', { mode: 0o600 })
      this.#hasAsked = true
    } catch {
      // / The disk may be full or the folder not writable.
    }
    return this.#hasAsked
  }

  /** Called when the lock is acquired or given up. Other waiting processes request a turn again. */
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
