import type { Caller } from './caller.ts'
import type { JsonObject } from './json.ts'

/** What an event stream knows about its client. */
export interface StreamOpening {
  /** The client's address, or the network that counts as one. */
  readonly from: string
  /** Fires when the client goes away. */
  readonly gone: AbortSignal
  /** Fires when the service begins to stop. */
  readonly stopping: AbortSignal
  /** Who calls, by the same credential, at this moment; rejects if that is no good any more. */
  readonly callerNow: () => Promise<Caller>
  /** Whether the client has taken nothing for longer than the stream waits for it. */
  readonly isSlow: () => boolean
}

export interface OpenStream {
  readonly events: AsyncIterable<SentEvent>
  /**
   * Milliseconds for which a client may read nothing. Back-pressure: the server produces no more events for it
   * meanwhile.
   */
  readonly patience: number
  /** Gives back what it holds, whether or not anything was taken. */
  readonly close: () => void
}

/** One event of `text/event-stream`, or a sign that the stream is still there. */
export type SentEvent =
  | { readonly event: string; readonly data: JsonObject /** What clients come back with. */; readonly id?: string }
  | 'heartbeat'
