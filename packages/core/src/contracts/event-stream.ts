import type { Caller } from './caller.ts'
import type { JsonObject } from './json.ts'

/** What an event stream knows about its client. */
export interface StreamOpening {
  readonly from: string
  /** Aborts when the client disconnects. */
  readonly gone: AbortSignal
  /** Aborts when the service begins to stop. */
  readonly stopping: AbortSignal
  /** The current caller, by the same credential; rejects if it is no longer valid. */
  readonly callerNow: () => Promise<Caller>
  /** Whether the client has read nothing for longer than the stream waits. */
  readonly isSlow: () => boolean
}

export interface OpenStream {
  readonly events: AsyncIterable<SentEvent>
  /**
   * Milliseconds for which a client may read nothing. Back-pressure: the server produces no more events for it
   * meanwhile.
   */
  readonly patience: number
  /** Releases resources, whether or not anything was read. */
  readonly close: () => void
}

/** An event of `text/event-stream`, or a heartbeat. */
export type SentEvent =
  | { readonly event: string; readonly data: JsonObject /** The cursor for reconnecting. */; readonly id?: string }
  | 'heartbeat'
