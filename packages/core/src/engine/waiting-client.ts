import { AsyncLocalStorage } from 'node:async_hooks'
import { QuireError } from '../contracts/errors.ts'
import type { AnswerBasis } from './answer-basis.ts'

/** The client of the request under way. */
export interface WaitingClient {
  /** Who that is, the actor or else the address: what budgets are shared by. Undefined is the application itself. */
  readonly name: string | undefined
  /** Aborted when the client disconnects. Undefined if the work continues anyway, as writes do. */
  readonly gone: AbortSignal | undefined
  /** The same where the work goes on: for those parts of it that can be given up and leave nothing behind, such as the work on a file. */
  readonly left?: AbortSignal | undefined
  /** Whether the client has disconnected, if that is known without creating the signal. */
  readonly isGone?: boolean
  /** When its answer should be made, as `performance.now()` tells the time; whenever it is, where this is undefined. */
  readonly until?: number | undefined
  /** What its answer rests on, where others may be given it, too. */
  readonly basis?: AnswerBasis | undefined
  /** Its answer has taken the room that it needs: what hooks read on the way must not wait for it. */
  hasRoom?: boolean
}

const clients = new AsyncLocalStorage<WaitingClient>()

/**
 * Works for a client. Storage, which has a query in hand much later, asks who waits for it, and ends it with them. By the
 * asynchronous call chain, since all that lies in between, hooks and rules included, has nothing to do with it.
 */
export function workFor<T>(client: WaitingClient, work: () => T): T {
  return clients.run(client, work)
}

/** Undefined if the client cannot disconnect, as for local calls. */
export function waitingClient(): WaitingClient | undefined {
  return clients.getStore()
}

/** Work that walks over many stops here, and says what is left. In process, it takes the time that it takes. */
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

/** Whether work that is done for it ends when it goes, unlike that of writes and of the application itself. Makes no signal either. */
export function mayGo(client: WaitingClient | undefined): client is WaitingClient {
  return client !== undefined && (client.isGone ?? client.gone) !== undefined
}

/** Error of an aborted request; not sent, not logged. */
export function nobodyWaits(): QuireError {
  return new QuireError('timeout', 'The client is gone, so the request was given up.')
}
