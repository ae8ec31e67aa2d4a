import type { Runtime } from '../call.ts'
import { attempt } from './attempt.ts'
import { type Lane, lanesOf } from './lanes.ts'
import { LookOut } from './look-out.ts'
import { QUEUE } from './queue-table.ts'
import { listenToQueue } from './tell-queue.ts'

/**
 * How often an instance looks for work, where there may be some (`LookOut`). What it finds then is known beforehand, and begins to the
 * millisecond.
 */
const LOOK_EVERY = 1_000

/** Later than anything is put off to: the next moment is known then, however far away it is, and also if the clock jumps there. */
const FAR = Date.UTC(9999, 0)

/** While the database can't be asked, it is asked less and less often. */
const LONGEST_PAUSE = 30_000

/** Works through the queue until `stop`. Every instance does; each piece of work is done by one of them. */
export function workThrough(runtime: Runtime, stop: AbortSignal): void {
  // Jobs of the application may take long: they are told as soon as it begins to stop, and not when the last answers are out.
  const early = AbortSignal.any([stop, runtime.stopping])
  const queues = lanesOf(runtime).map((lane) => {
    return [lane.name, new Queue(runtime, lane, lane.endsEarly ? early : stop)] as const
  })
  listenToQueue(runtime, new Map(queues))
  for (const [, queue] of queues) queue.start()
}

/** Does what is due now, one piece after another. */
export async function workOnce(runtime: Runtime): Promise<void> {
  const { signal } = new AbortController()
  for (const lane of lanesOf(runtime)) {
    for (;;) {
      const due = await find(runtime, lane, runtime.clock().getTime(), lane.atOnce)
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

/** One lane, as this instance works through it. */
class Queue {
  readonly #runtime: Runtime
  readonly #lane: Lane
  readonly #stop: AbortSignal
  readonly #lookOut: LookOut
  /** What this instance is about to try, or is trying. */
  readonly #taken = new Map<string, NodeJS.Timeout | null>()
  /** Work that was requeued during its own run: it starts again after that run. */
  readonly #queuedAnew = new Map<string, string>()
  #nextLook: NodeJS.Timeout | undefined
  #pause = LOOK_EVERY
  /** Until when all due work is known. */
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

  /** Work that becomes due before the next look can't wait for it. */
  offer(id: string, dueAt: string): void {
    const due = Date.parse(dueAt)
    if (this.#stop.aborted) return
    // What is due later is looked for then; what is due already can begin at once.
    if (due > Math.max(this.#knownUntil, this.#runtime.clock().getTime())) return this.#lookOut.expect(due)
    if (this.#taken.has(id)) this.#queuedAnew.set(id, dueAt)
    else if (this.#taken.size < this.#lane.atOnce) this.#take({ id, dueAt })
    else this.#hasMore = true
  }

  #lookIn(milliseconds: number): void {
    clearTimeout(this.#nextLook)
    if (this.#stop.aborted) return
    this.#nextLook = setTimeout(() => this.#runtime.background('looking for work', () => this.#look()), milliseconds)
    // What else keeps the process alive decides how long it runs.
    this.#nextLook.unref()
  }

  async #look(): Promise<void> {
    let pause = Math.min(this.#pause * 2, LONGEST_PAUSE)
    try {
      const until = this.#runtime.clock().getTime() + LOOK_EVERY
      // While there is work, more of it may come from there.
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
      // What is taken may be among what is found.
      const most = this.#lane.atOnce + this.#taken.size + 1
      const ahead = await find(this.#runtime, this.#lane, FAR, most)
      const found = ahead.filter(({ dueAt }) => Date.parse(dueAt) <= until)
      const [next] = ahead.slice(found.length)
      if (next) this.#lookOut.expect(Date.parse(next.dueAt))
      this.#knownUntil = until
      const fresh = found.filter(({ id }) => !this.#taken.has(id))
      const free = this.#lane.atOnce - this.#taken.size
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
    this.#runtime.background('a queued job', async () => {
      try {
        await attempt(this.#runtime, id, this.#stop)
      } finally {
        this.#leave(id)
      }
    })
  }

  #leave(id: string): void {
    this.#taken.delete(id)
    // What became of it may be due again.
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
