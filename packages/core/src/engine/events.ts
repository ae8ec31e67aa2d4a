import type { Actor } from '../contracts/access.ts'
import type { EventName } from '../contracts/document-events.ts'
import type { JsonObject } from '../contracts/json.ts'

/** An event of a document or global, sent after the commit (docs/contract/application-code.md#events). */
export interface QuireEvent {
  readonly event: EventName
  readonly collection: string
  readonly id: string
  readonly revision: number
  readonly doc: JsonObject
  readonly actor: Actor | null
  readonly at: string
}

export type EventListener = (event: QuireEvent) => unknown

/** In-process events. A throwing listener affects neither the response nor other listeners. */
export class EventBus {
  readonly #listeners = new Map<EventName, Set<EventListener>>()

  /** Returns the function that unsubscribes. */
  on(event: EventName, listener: EventListener): () => void {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  has(event: EventName): boolean {
    return (this.#listeners.get(event)?.size ?? 0) > 0
  }

  async emit(event: QuireEvent, onError: (error: unknown) => void): Promise<void> {
    for (const listener of this.#listeners.get(event.event) ?? []) {
      try {
        await listener(event)
      } catch (error) {
        onError(error)
      }
    }
  }
}
