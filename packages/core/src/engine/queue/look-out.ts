import { onceFor } from '../../content/once-for.ts'
import { withoutAnswer } from '../awaited-answer.ts'
import type { Runtime } from '../call.ts'

/** A worker of a lane in this process that can start work at once. */
interface Listener {
  offer(id: string, dueAt: string): void
}

/** By lane. Work queued here is announced, not polled. */
const listenersOf = onceFor((_: Runtime) => new Map<string, Listener>())

export function listenToQueue(runtime: Runtime, byLane: Iterable<readonly [lane: string, listener: Listener]>): void {
  for (const [lane, listener] of byLane) listenersOf(runtime).set(lane, listener)
}

/** Whether this instance runs queued work. */
export function isWorkedThrough(runtime: Runtime): boolean {
  return listenersOf(runtime).size > 0
}

/** Announces new work of a lane to this instance and to others, which take over if this one crashes. */
export function tellQueue(runtime: Runtime, lane: string, id: string, dueAt: string): void {
  withoutAnswer(() => {
    listenersOf(runtime).get(lane)?.offer(id, dueAt)
    runtime.storage.notifier?.notify()
  })
}

/** Announces released work to other instances, such as when this one stops. */
export function tellOthers({ storage }: Runtime): void {
  withoutAnswer(() => storage.notifier?.notify())
}

/** Fallback poll interval, for lost notifications. */
const LOOK_ANYWAY = 10_000

/**
 * Knows whether a lane may have work that this instance has not seen, so that an idle instance doesn't poll the
 * database. Work queued here is announced, other processes notify (PostgreSQL) or change the file (SQLite), and due
 * times are known beforehand. The end of another instance's lease is such a due time: if it expires, that instance is
 * gone. If storage can report none of this, always assume work.
 */
export class LookOut {
  readonly #runtime: Runtime
  readonly #unlisten: (() => void) | undefined
  #isRung = true
  /** The next due time by the application's clock, which may jump. */
  #dueAt = Number.POSITIVE_INFINITY
  #lookedAt = Number.NEGATIVE_INFINITY
  #state: string | undefined

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    this.#unlisten = runtime.storage.notifier?.listen(() => this.ring())
  }

  /** Work may be available. */
  ring(): void {
    this.#isRung = true
  }

  /** Work will be due at this time. */
  expect(dueAt: number): void {
    this.#dueAt = Math.min(this.#dueAt, dueAt)
  }

  /** Whether work may be due by then. */
  mayFind(until: number): boolean {
    if (this.#isRung || this.#dueAt <= until) return true
    return performance.now() - this.#lookedAt >= LOOK_ANYWAY || this.#mayHaveChanged()
  }

  /** The worker starts to look: notifications from here on may mean new work. */
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
    if (this.#runtime.storage.notifier) return false
    const state = this.#stateNow()
    return state === undefined || state !== this.#state
  }

  /** State of other processes' writes; undefined if storage cannot tell. */
  #stateNow(): string | undefined {
    return this.#runtime.storage.stateOf?.([])
  }
}
