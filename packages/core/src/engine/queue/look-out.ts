import type { Runtime } from '../call.ts'

/** For a ring that was lost, with the process or the connection that it was for. */
const LOOK_ANYWAY = 10_000

/**
 * Knows whether there may be work in a lane that this instance has not seen, so that the database isn't asked while nothing happens: what is queued
 * here is told, other processes ring a bell (PostgreSQL) or change the file (SQLite), and what becomes due is known beforehand. A lease of another
 * instance is such a moment: if it passes, the instance is gone. Where nobody can tell, there always may be.
 */
export class LookOut {
  readonly #runtime: Runtime
  readonly #unlisten: (() => void) | undefined
  #isRung = true
  /** When something becomes due, by the clock of the application, which may jump. */
  #dueAt = Number.POSITIVE_INFINITY
  #lookedAt = Number.NEGATIVE_INFINITY
  #state: string | undefined

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    this.#unlisten = runtime.storage.bell?.listen(() => this.ring())
  }

  /** Something may be there. */
  ring(): void {
    this.#isRung = true
  }

  /** Something will be. */
  expect(dueAt: number): void {
    this.#dueAt = Math.min(this.#dueAt, dueAt)
  }

  /** Whether there may be something that is due by then. */
  mayFind(until: number): boolean {
    if (this.#isRung || this.#dueAt <= until) return true
    return performance.now() - this.#lookedAt >= LOOK_ANYWAY || this.#mayHaveChanged()
  }

  /** Somebody looks now: whatever is told of from here on may be news. */
  begin(): void {
    this.#isRung = false
    this.#dueAt = Number.POSITIVE_INFINITY
    this.#lookedAt = performance.now()
    this.#state = this.#stateNow()
  }

  end(): void {
    this.#unlisten?.()
  }

  #mayHaveChanged(): boolean {
    if (this.#runtime.storage.bell) return false
    const state = this.#stateNow()
    return state === undefined || state !== this.#state
  }

  /** Of what other processes write; undefined where nobody can tell. */
  #stateNow(): string | undefined {
    return this.#runtime.storage.stateOf?.([])
  }
}
