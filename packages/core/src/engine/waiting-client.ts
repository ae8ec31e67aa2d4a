import { AsyncLocalStorage } from 'node:async_hooks'
import { QuireError } from '../contracts/errors.ts'
import { AnswerBasis, AnswerTags } from './answer-basis.ts'
import type { RuleArguments } from '../contracts/access.ts'
import { TimeSlice } from '../content/time-slice.ts'

export interface WaitingClient {
  /** Name for budgets: the actor or else the address. Undefined for the application itself. */
  readonly name: string | undefined
  /** Aborted when the client disconnects. Undefined if the work continues anyway, as writes do. */
  readonly gone: AbortSignal | undefined
  /**
   * Aborted when the client disconnects, even if the work continues: for steps that can be given up without a trace,
   * such as processing a file.
   */
  readonly disconnected?: AbortSignal | undefined
  /** Whether the client has disconnected, if that is known without creating the signal. */
  readonly isGone?: boolean | undefined
  /**
   * When long work should end, in `performance.now()` time: before the deadline of the response, which still has to be
   * sent. Undefined for none.
   */
  readonly until?: number | undefined
  /** Records what the response depends on; undefined if it is not cached. */
  readonly basis?: AnswerBasis | undefined
  /** Its response has reserved memory, so reads of hooks must not queue for more. */
  hasRoom?: boolean
}

const clients = new AsyncLocalStorage<WaitingClient>()

/**
 * Runs work for a client. Storage finds the client through the asynchronous call chain, and cancels its queries when it
 * disconnects.
 */
export function withClient<T>(client: WaitingClient, work: () => T): T {
  return clients.run(client, work)
}

/** Undefined if the client cannot disconnect, as for local calls. */
export function waitingClient(): WaitingClient | undefined {
  return clients.getStore()
}

/**
 * Whether the time for the work (`until`) is over: loops over many documents stop then, and report the rest. For local
 * calls, it never is.
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
  if (isGone(waitingClient())) throw clientDisconnected()
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
export function clientDisconnected(): QuireError {
  return new QuireError('timeout', 'The client disconnected, so the request was aborted.')
}

/** Undefined if the response is not cached. */
export function answerBasis(): AnswerBasis | undefined {
  return waitingClient()?.basis
}

/** Undefined if no cache tags are requested. */
export function answerTags(): AnswerTags | undefined {
  return answerBasis()?.tags
}

/** Arguments that note for the caches whether the rule uses the caller or the document. */
export function notingUse(args: RuleArguments): RuleArguments {
  return answerBasis()?.watch(args) ?? args
}

/** Runs a read and returns its tags; a surrounding response gets them too. */
export async function notingTags<T>(read: () => Promise<T>): Promise<{ readonly made: T; readonly tags: AnswerTags }> {
  const client = waitingClient()
  const outer = client?.basis
  const tags = new AnswerTags()
  const basis = new AnswerBasis(tags)
  try {
    const made = await withClient(
      client ? new ClientWithBasis(client, basis) : { name: undefined, gone: undefined, basis },
      read,
    )
    return { made, tags }
  } finally {
    if (outer) {
      outer.isPersonal ||= basis.isPersonal
      outer.isPartial ||= basis.isPartial
      outer.tags?.addAll(tags)
    }
  }
}

/**
 * The same client with an answer basis of its own. Delegates, because the clients of requests have getters and state.
 */
class ClientWithBasis implements WaitingClient {
  readonly #client: WaitingClient
  readonly basis: AnswerBasis

  constructor(client: WaitingClient, basis: AnswerBasis) {
    this.#client = client
    this.basis = basis
  }

  get name(): string | undefined {
    return this.#client.name
  }

  get gone(): AbortSignal | undefined {
    return this.#client.gone
  }

  get disconnected(): AbortSignal | undefined {
    return this.#client.disconnected
  }

  get isGone(): boolean | undefined {
    return this.#client.isGone
  }

  get until(): number | undefined {
    return this.#client.until
  }

  get hasRoom(): boolean {
    return this.#client.hasRoom ?? false
  }

  set hasRoom(hasRoom: boolean) {
    this.#client.hasRoom = hasRoom
  }
}

/** Time slices of work for the waiting client. The work ends when the client disconnects. */
export class ClientTimeSlice extends TimeSlice {
  constructor() {
    super(waitingClient()?.name)
  }

  override async letOthersIn(): Promise<void> {
    refuseIfGone()
    await super.letOthersIn()
    refuseIfGone()
  }
}
