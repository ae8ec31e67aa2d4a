import type { Condition, SortKey } from '../../contracts/condition.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { FilteredTables } from '../../contracts/source.ts'
import { type Call, readerOf } from '../call.ts'
import { inTransaction } from '../in-transaction.ts'
import { withAwaitedAnswer, AwaitedAnswer, awaitedAnswer, tookTooLong } from '../awaited-answer.ts'
import { contextForCall, currentUnit } from '../unit-of-work.ts'
import { narrowTables } from '../source.ts'
import { isTimeOver } from '../waiting-client.ts'

/** Documents that are looked up, and at most changed, in one batch. */
const AT_ONCE = 100
/** Longest time one batch holds the write lock. */
const LONGEST_PORTION_MS = 250

const id = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const
const BY_ID: readonly SortKey[] = [{ path: id, descending: false }]

/**
 * Yields the matching ids in order, in batches. Pages by id, so changes to earlier documents never skip or repeat one.
 */
export async function* idsOf(call: Call, tables: FilteredTables): AsyncGenerator<readonly string[]> {
  for (let after: Condition = { kind: 'always' }; ; ) {
    const { table, ...left } = narrowTables(tables, after)
    const found = await readerOf(call).findIds(table, { ...left, sort: BY_ID, limit: AT_ONCE, offset: 0 })
    const last = found.at(-1)
    if (last === undefined) return
    yield found
    if (found.length < AT_ONCE) return
    after = { kind: 'compare', path: id, test: { op: 'gt', value: last } }
  }
}

export type PortionOutcome<Value> =
  | { readonly id: string; readonly value: Value }
  | { readonly id: string; readonly error: unknown }

export interface Portions {
  /** A batch ends at the first document that fails, so that the caller learns of it before the next one starts. */
  readonly endsAtFailure?: true
  readonly stop?: AbortSignal | undefined
  /** Writes of a batch may be combined (`StorageTransactionOptions.gathers`). */
  readonly gathers?: boolean
}

/**
 * Attempts each of many documents in this order, in batches of one transaction each, because each commit waits for the
 * disk. A failed document is rolled back alone. Yields each outcome after its commit. Ends early at the request's
 * deadline or when stopped: then it yields fewer outcomes than there are documents.
 */
export async function* inPortions<Value>(
  call: Call,
  ids: readonly string[],
  attempt: (id: string) => Promise<Value>,
  { endsAtFailure, stop, gathers = false }: Portions = {},
): AsyncGenerator<PortionOutcome<Value>> {
  const isOver = () => isTimeOver() || stop?.aborted === true
  for (let start = 0; start < ids.length; ) {
    if (isOver()) return
    const some = ids.slice(start, start + AT_ONCE)
    const { tried, isLost } = await tryTogether(call, some, attempt, endsAtFailure === true, gathers)
    start += tried.length
    if (!isLost) yield* tried
    // Retry each alone, to find the one that failed.
    else
      for (const one of tried) {
        if (isOver()) return
        yield await tryAlone(one.id, attempt)
      }
  }
}

interface Portion<Value> {
  /** The first documents, as many as the time allowed. */
  readonly tried: readonly PortionOutcome<Value>[]
  /** The whole transaction was rolled back. */
  readonly isLost: boolean
}

async function tryTogether<Value>(
  call: Call,
  ids: readonly string[],
  attempt: (id: string) => Promise<Value>,
  endsAtFailure: boolean,
  gathers: boolean,
): Promise<Portion<Value>> {
  const { runtime, caller } = call
  const context = contextForCall(runtime.storage, caller.context)
  let tried: PortionOutcome<Value>[] = []
  const tryAll = async () => {
    // A retried transaction starts over, and work that hung may resume later: each attempt has its own list.
    const begun: PortionOutcome<Value>[] = []
    tried = begun
    const began = performance.now()
    for (const one of ids) {
      const place = begun.push({ id: one, error: undefined }) - 1
      const outcome = await tryOne(one, attempt)
      if ('error' in outcome && isOfTransaction(outcome.error)) throw outcome.error
      begun[place] = outcome
      if (('error' in outcome && endsAtFailure) || performance.now() - began > LONGEST_PORTION_MS) break
    }
  }
  try {
    await asPartOfAnswer(() => inTransaction({ ...call, caller: { ...caller, context } }, tryAll, { gathers }))
    return { tried, isLost: false }
  } catch {
    const [first] = ids.map((one): PortionOutcome<Value> => ({ id: one, error: undefined }))
    return { tried: tried.length > 0 || !first ? [...tried] : [first], isLost: true }
  }
}

async function tryOne<Value>(one: string, attempt: (id: string) => Promise<Value>): Promise<PortionOutcome<Value>> {
  try {
    return { id: one, value: await attempt(one) }
  } catch (error) {
    return { id: one, error }
  }
}

/** Attempts one document in its own transaction. */
export function tryAlone<Value>(one: string, attempt: (id: string) => Promise<Value>): Promise<PortionOutcome<Value>> {
  return tryOne(one, () => asPartOfAnswer(() => attempt(one)))
}

/** Deadlock, deadline, lost connection: the document may succeed in its own transaction. */
const OF_TRANSACTION = new Set(['conflict', 'timeout', 'unavailable'])

function isOfTransaction(error: unknown): boolean {
  return error instanceof QuireError && OF_TRANSACTION.has(error.code)
}

/**
 * A response about several parts, each committed by itself. Once one part is committed, the response is no longer
 * refused as a whole: the deadline then refuses single parts, and the runner reports their errors beside the results.
 */
class AnswerInParts extends AwaitedAnswer {
  #release: (() => void) | undefined

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.throwIfRefused()
    const part = new AwaitedAnswer(this)
    const late = Promise.withResolvers<never>()
    const forget = this.onLate(() => {
      if (part.refuse()) late.reject(tookTooLong())
    })
    try {
      const result = await Promise.race([withAwaitedAnswer(part, work), late.promise])
      this.#release ??= this.hold()
      return result
    } finally {
      forget()
    }
  }

  end(): void {
    this.#release?.()
  }
}

/** Runs an operation whose parts are committed one by one. Inside of a transaction they are not: the whole is. */
export async function answerInParts<T>({ runtime, caller }: Call, work: () => Promise<T>): Promise<T> {
  const whole = awaitedAnswer()
  if (!whole || currentUnit(runtime.storage, caller.context)) return work()
  const answer = new AnswerInParts(whole)
  try {
    return await withAwaitedAnswer(answer, work)
  } finally {
    answer.end()
  }
}

function asPartOfAnswer<T>(work: () => Promise<T>): Promise<T> {
  const answer = awaitedAnswer()
  return answer instanceof AnswerInParts ? answer.run(work) : work()
}
