import type { Readable } from 'node:stream'
import type { CookieChange } from './auth.ts'
import type { QuireError } from './errors.ts'
import type { JsonObject } from './json.ts'
import type { ByteRange } from './object-store.ts'
import type { Caller } from './caller.ts'

/** A response that is not JSON, streamed from storage to the client. */
export interface StreamedContent {
  readonly mimeType: string
  readonly size: number
  /** Entity tag: equal tags mean equal bytes. */
  readonly tag: string
  readonly storedAt: Date
  /** File name for downloads. */
  readonly filename: string
  /** False for content that a browser might execute: never displayed, never cached. */
  readonly isSafe: boolean
  /** Whether a browser may display it instead of saving it. */
  readonly isInline: boolean
  /** Whether the bytes at this URL may change. */
  readonly mayChange?: true
  /** The request header that the bytes depend on. */
  readonly varies?: string
  open(range?: ByteRange): Promise<Readable>
}

/** A document ready to be sent. `text` is its JSON: a read that changes nothing doesn't parse what storage returned. */
export interface PresentedDocument {
  readonly id: string
  readonly revision: number
  readonly text: string
  readonly value: JsonObject
  /**
   * Whether the revision alone determines the text, so that it can be the `ETag`; the text need not be what is stored.
   * It doesn't if only a part was asked for, or if the text also depends on other documents, on rules or on hooks.
   */
  readonly isPlain: boolean
}

export interface Pagination {
  readonly page: number
  readonly limit: number
  readonly totalDocs: number
  readonly totalPages: number
  readonly hasNextPage: boolean
  readonly hasPrevPage: boolean
  readonly nextPage: number | null
  readonly prevPage: number | null
}

export interface CursorPagination {
  readonly limit: number
  readonly hasNextPage: boolean
  /** The cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

export type Answer =
  /** `isCreated`: the document is new, in an operation that also updates existing ones. */
  | { readonly kind: 'doc'; readonly doc: PresentedDocument; readonly isCreated?: true }
  | {
      readonly kind: 'list'
      readonly docs: readonly PresentedDocument[]
      readonly pagination: Pagination | CursorPagination
    }
  | { readonly kind: 'value'; readonly value: JsonObject; readonly cookies?: readonly CookieChange[] }
  /** `totals`: counts over all results, of which these are a part. */
  | { readonly kind: 'results'; readonly results: readonly BulkResult[]; readonly totals?: BulkTotals }
  | { readonly kind: 'stream'; readonly content: StreamedContent }
  | { readonly kind: 'events'; readonly open: (opening: StreamOpening) => OpenStream }
  | { readonly kind: 'redirect'; readonly location: string; readonly cookies?: readonly CookieChange[] }

export interface BulkTotals {
  readonly matched?: number
  readonly succeeded: number
  readonly failed: number
  /** Number of documents that were not reached in time; absent if there are none. */
  readonly remaining?: number
}

export function totalsOf({ results, totals }: Extract<Answer, { kind: 'results' }>): Omit<BulkTotals, 'matched'> {
  if (totals) return totals
  const succeeded = results.filter(({ ok }) => ok).length
  return { succeeded, failed: results.length - succeeded }
}

export type BulkResult =
  | { readonly id: string; readonly ok: true; readonly doc?: PresentedDocument }
  | { readonly id: string; readonly ok: false; readonly error: QuireError }

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
