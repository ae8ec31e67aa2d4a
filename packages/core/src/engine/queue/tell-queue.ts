import { withoutAnswer } from '../awaited-answer.ts'
import type { Runtime } from '../call.ts'

/** A worker of a lane in this process that can start work at once. */
interface Listener {
  offer(id: string, dueAt: string): void
}

/** By lane. Work queued here is announced, not polled. */
const listeners = new WeakMap<Runtime, ReadonlyMap<string, Listener>>()

export function listenToQueue(runtime: Runtime, byLane: ReadonlyMap<string, Listener>): void {
  listeners.set(runtime, byLane)
}

/** Whether this instance runs queued work. */
export function isWorkedThrough(runtime: Runtime): boolean {
  return listeners.has(runtime)
}

/** Announces new work of a lane to this instance and to others, which take over if this one crashes. */
export function tellQueue(runtime: Runtime, lane: string, id: string, dueAt: string): void {
  withoutAnswer(() => {
    listeners.get(runtime)?.get(lane)?.offer(id, dueAt)
    runtime.storage.notifier?.notify()
  })
}

/** Announces released work to other instances, such as when this one stops. */
export function tellOthers({ storage }: Runtime): void {
  withoutAnswer(() => storage.notifier?.notify())
}
