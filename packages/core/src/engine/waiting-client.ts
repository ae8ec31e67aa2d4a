import { AsyncLocalStorage } from 'node:async_hooks'
import { QuireError } from '../contracts/errors.ts'
import type { AnswerBasis } from './answer-basis.ts'

export interface WaitingClient {
  /** Name for budgets: the actor or else the address. Undefined for the application itself. */
  readonly name: string | undefined
  /** Aborted when the client disconnects. Undefined if the work continues anyway, as writes do. */
  readonly gone: AbortSignal | undefined
  /**
   * Aborted when the client disconnects, even if the work continues: for steps that can be given up without a trace,
   * such as processing a file.
   */
  readonly left?: AbortSignal | undefined
  /** Whether the client has disconnected, if that is known without creating the signal. */
  readonly isGone?: boolean
  /** Deadline of the response, in `performance.now()` time; undefined for none. */
  readonly until?: number | undefined
  readonly basis?: AnswerBasis | undefined
  /** Its response has reserved memory, so reads of hooks must not queue for more. */
  hasRoom?: boolean
}

const clients = new AsyncLocalStorage<WaitingClient>()

/**
 * Runs work for a client. Storage finds the client through the asynchronous call chain, and cancels its queries when it
 * disconnects.
 */
export function workFor<T>(client: WaitingClient, work: () => T): T {
  return clients.run(client, work)
}

/** Undefined if the client cannot disconnect, as for local calls. */
export function waitingClient(): WaitingClient | undefined {
  return clients.getStore()
}

/**
 * Whether the deadline has passed: loops over many documents stop then, and report the rest. Local calls have no
 * deadline.
 */
export function isTimeOver(): boolean {
  const { until } = waitingClient() ?? {}
  return until !== undefined && performance.now() > until
}

/**
 * Throws if the client has disconnected. Checked before each statement, rule and hook of a read, and in loops over many
 * documents.
 */
export function refuseIfGone(): void {
  if (isGone(waitingClient())) throw nobodyWaits()
}

/** Creates no AbortSignal. */
export function isGone(client: WaitingClient | undefined): boolean {
  return client?.isGone ?? client?.gone?.aborted ?? false
}

/** Whether the client may abort the work: reads over HTTP only. Creates no AbortSignal. */
export function mayGo(client: WaitingClient | undefined): client is WaitingClient {
  return client !== undefined && (client.isGone ?? client.gone) !== undefined
}

/** Error of an aborted request; not sent, not logged. */
export function nobodyWaits(): QuireError {
  return new QuireError('timeout', 'The client is gone, so the request was given up.')
}
