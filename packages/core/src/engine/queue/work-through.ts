import type { Runtime } from '../call.ts'
import { attempt } from './attempt.ts'
import { type Lane, lanesOf, QUEUE } from './queue-table.ts'
import { listenToQueue, LookOut } from './look-out.ts'

/** Poll interval while there may be work (`LookOut`). Polled work starts at its exact due time. */
const LOOK_EVERY = 1_000

/** Later than any due time, so that the next one is always known, even after a clock jump. */
const FAR = Date.UTC(9999, 0)

/** Longest pause while the database is unavailable. */
const LONGEST_PAUSE = 30_000

/** Runs queued work until `stop`. Every instance does; each piece of work runs on one of them. */
export function workThrough(runtime: Runtime, stop: AbortSignal): void {
  // Application jobs may be slow: they stop when shutdown begins, not after the last response.
  const early = AbortSignal.any([stop, runtime.stopping])
  const queues = lanesOf(runtime).map((lane) => {
    return [lane.name, new Queue(runtime, lane, lane.endsEarly ? early : stop)] as const
  })
  listenToQueue(runtime, queues)
  for (const [, queue] of queues) queue.start()
}

/** Runs the due work once, one piece after another. */
export async function workOnce(runtime: Runtime): Promise<void> {
  const { signal } = new AbortController()
  for (const lane of lanesOf(runtime)) {
    for (;;) {
      const due = await find(runtime, lane, runtime.clock().getTime(), lane.concurrency)
      if (due.length === 0) break
      for (const { id } of due) await attempt(runtime, id, signal)
    }
  }
}

interface Due {
  readonly id: string
  readonly dueAt: string
}

/** Finds work that is due at this time or earlier. */
async function find({ storage }: Runtime, { name: lane }: Lane, until: number, limit: number): Promise<Due[]> {
  const below = new Date(until + 1).toISOString()
  const oldestFirst = { sort: { column: 'dueAt', descending: false }, limit } as const
  const rows = await storage.reader.records.find(QUEUE.name, { lane, dueAt: { below } }, oldestFirst)
  return rows.flatMap(({ id, dueAt }) => (dueAt === null ? [] : [{ id, dueAt }]))
}

/** A lane in this instance. */
class Queue {
  readonly #runtime: Runtime
  readonly #lane: Lane
  readonly #stop: AbortSignal
  readonly #lookOut: LookOut
  /** Work that this instance attempts, or will when it is due. */
  readonly #taken = new Map<string, NodeJS.Timeout | null>()
  /** Work that was requeued during its own run: it starts again after that run. */
  readonly #queuedAnew = new Map<string, string>()
  #nextLook: NodeJS.Timeout | undefined
  #pause = LOOK_EVERY
  /** Time until which all due work is known. */
  #knownUntil = 0
  #hasMore = false

  constructor(runtime: Runtime, lane: Lane, stop: AbortSignal) {
    this.#runtime = runtime
    this.#lane = lane
    this.#stop = stop
    this.#lookOut = new LookOut(runtime)
    stop.addEventListener('abort', () => this.#end())
  }

  start(): void {
    this.#lookIn(LOOK_EVERY)
  }

  /** Takes work that becomes due before the next poll. */
  offer(id: string, dueAt: string): void {
    const due = Date.parse(dueAt)
    if (this.#stop.aborted) return
    // Later work is found by polling; due work starts at once.
    if (due > Math.max(this.#knownUntil, this.#runtime.clock().getTime())) return this.#lookOut.expect(due)
    if (this.#taken.has(id)) this.#queuedAnew.set(id, dueAt)
    else if (this.#taken.size < this.#lane.concurrency) this.#take({ id, dueAt })
    else this.#hasMore = true
  }

  #lookIn(milliseconds: number): void {
    clearTimeout(this.#nextLook)
    if (this.#stop.aborted) return
    this.#nextLook = setTimeout(
      () => this.#runtime.runInBackground('looking for work', () => this.#look()),
      milliseconds,
    )
    // The timer alone must not keep the process alive.
    this.#nextLook.unref()
  }

  async #look(): Promise<void> {
    let pause = Math.min(this.#pause * 2, LONGEST_PAUSE)
    try {
      const until = this.#runtime.clock().getTime() + LOOK_EVERY
      // Running work may queue more.
      if (this.#taken.size > 0 || this.#hasMore || this.#lookOut.mayFind(until)) await this.#find(until)
      else this.#knownUntil = until
      pause = LOOK_EVERY
    } finally {
      this.#pause = pause
      this.#lookIn(pause)
    }
  }

  async #find(until: number): Promise<void> {
    this.#lookOut.begin()
    try {
      // Found work may include work that is taken already.
      const most = this.#lane.concurrency + this.#taken.size + 1
      const ahead = await find(this.#runtime, this.#lane, FAR, most)
      const found = ahead.filter(({ dueAt }) => Date.parse(dueAt) <= until)
      const [next] = ahead.slice(found.length)
      if (next) this.#lookOut.expect(Date.parse(next.dueAt))
      this.#knownUntil = until
      const fresh = found.filter(({ id }) => !this.#taken.has(id))
      const free = this.#lane.concurrency - this.#taken.size
      for (const due of fresh.slice(0, free)) this.#take(due)
      this.#hasMore = fresh.length > free
    } catch (error) {
      this.#lookOut.ring()
      throw error
    }
  }

  #take({ id, dueAt }: Due): void {
    const wait = Math.max(0, Date.parse(dueAt) - this.#runtime.clock().getTime())
    if (wait === 0) return this.#begin(id)
    const timer = setTimeout(() => this.#begin(id), wait)
    timer.unref()
    this.#taken.set(id, timer)
  }

  #begin(id: string): void {
    this.#taken.set(id, null)
    this.#runtime.runInBackground('a queued job', async () => {
      try {
        await attempt(this.#runtime, id, this.#stop)
      } finally {
        this.#leave(id)
      }
    })
  }

  #leave(id: string): void {
    this.#taken.delete(id)
    // Finished work may be due again.
    this.#lookOut.ring()
    const dueAt = this.#queuedAnew.get(id)
    this.#queuedAnew.delete(id)
    // Pending work goes first: work that is requeued all the time must not keep its slot forever.
    if (dueAt !== undefined && !this.#hasMore) this.offer(id, dueAt)
    if (!this.#hasMore) return
    this.#hasMore = false
    this.#lookIn(0)
  }

  #end(): void {
    clearTimeout(this.#nextLook)
    this.#lookOut.end()
    for (const timer of this.#taken.values()) if (timer) clearTimeout(timer)
  }
}

/**
 * Seconds for which the oldest unclaimed work has been due; 0 if there is none. Costs one index lookup for each lane.
 */
export async function oldestDue(runtime: Runtime): Promise<number> {
  const now = runtime.clock()
  const oldestFirst = { sort: { column: 'dueAt', descending: false }, limit: 1 } as const
  let age = 0
  for (const { name: lane } of lanesOf(runtime)) {
    const due = { lane, dueAt: { below: now.toISOString() } }
    const [row] = await runtime.storage.reader.records.find(QUEUE.name, due, oldestFirst)
    if (row?.dueAt) age = Math.max(age, (now.getTime() - Date.parse(row.dueAt)) / 1_000)
  }
  return age
}
