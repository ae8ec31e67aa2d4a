import { withoutAnswer } from '../awaited-answer.ts'
import type { Runtime } from '../call.ts'

/** A worker of a lane in this process that can start work at once. */
interface Listener {
  offer(id: string, dueAt: string): void
}

/** By lane: what is queued here need not be looked for. */
const listeners = new WeakMap<Runtime, ReadonlyMap<string, Listener>>()

export function listenToQueue(runtime: Runtime, byLane: ReadonlyMap<string, Listener>): void {
  listeners.set(runtime, byLane)
}

/** Whether this instance works through the queue. */
export function isWorkedThrough(runtime: Runtime): boolean {
  return listeners.has(runtime)
}

/** Tells this instance of new work in a lane, if it works through the queue, and others that there is some: this one may not live to do it. */
export function tellQueue(runtime: Runtime, lane: string, id: string, dueAt: string): void {
  withoutAnswer(() => {
    listeners.get(runtime)?.get(lane)?.offer(id, dueAt)
    runtime.storage.bell?.ring()
  })
}

/** Others may have work to do, such as that of an instance that ends. */
export function tellOthers({ storage }: Runtime): void {
  withoutAnswer(() => storage.bell?.ring())
}
