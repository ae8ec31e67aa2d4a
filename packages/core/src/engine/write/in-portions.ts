import type { Condition, SortKey } from '../../contracts/condition.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { Places } from '../../contracts/source.ts'
import { type Call, readerOf } from '../call.ts'
import { asPartOfAnswer } from '../answer-in-parts.ts'
import { inTransaction } from '../in-transaction.ts'
import { contextForCall } from '../unit-of-work.ts'
import { ofThose } from '../source.ts'
import { isTimeOver } from '../waiting-client.ts'

/** Documents that are looked up, and at most changed, together. */
const AT_ONCE = 100
/** Longest time one batch holds the write lock. */
const LONGEST_PORTION_MS = 250

const id = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const
const BY_ID: readonly SortKey[] = [{ path: id, descending: false }]

/** The ids of what is found, in their order, some at a time. What is done to those before never makes it skip or repeat any. */
export async function* idsOf(call: Call, places: Places): AsyncGenerator<readonly string[]> {
  for (let after: Condition = { kind: 'always' }; ; ) {
    const { table, ...left } = ofThose(places, after)
    const found = await readerOf(call).findIds(table, { ...left, sort: BY_ID, limit: AT_ONCE, offset: 0 })
    const last = found.at(-1)
    if (last === undefined) return
    yield found
    if (found.length < AT_ONCE) return
    after = { kind: 'compare', path: id, test: { op: 'gt', value: last } }
  }
}

/** What became of a document: what the attempt returned, or what it threw. */
export type Tried<Value> =
  | { readonly id: string; readonly value: Value }
  | { readonly id: string; readonly error: unknown }

export interface Portions {
  /** A batch ends at the first document that fails, so that the caller learns of it before the next one starts. */
  readonly endsAtFailure?: true
  readonly stop?: AbortSignal | undefined
  /** Writes of a portion may be put together (`StorageTransactionOptions.gathers`). */
  readonly gathers?: boolean
}

/**
 * Tries each of many documents, in this order, some of them in a transaction: each commit waits for the disk. A document that fails is
 * undone alone. Tells of each once it is committed, and ends early when the time of the request is over or it is stopped: then fewer were
 * told of than there are.
 */
export async function* inPortions<Value>(
  call: Call,
  ids: readonly string[],
  attempt: (id: string) => Promise<Value>,
  { endsAtFailure, stop, gathers = false }: Portions = {},
): AsyncGenerator<Tried<Value>> {
  const isOver = () => isTimeOver() || stop?.aborted === true
  for (let start = 0; start < ids.length; ) {
    if (isOver()) return
    const some = ids.slice(start, start + AT_ONCE)
    const { tried, isLost } = await tryTogether(call, some, attempt, endsAtFailure === true, gathers)
    start += tried.length
    if (!isLost) yield* tried
    // Each of them alone shows whose fault it was.
    else
      for (const one of tried) {
        if (isOver()) return
        yield await tryAlone(one.id, attempt)
      }
  }
}

interface Portion<Value> {
  /** The first documents; as many as there was time for. */
  readonly tried: readonly Tried<Value>[]
  /** The transaction was lost as a whole: nothing of it is done. */
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
  let tried: Tried<Value>[] = []
  const tryAll = async () => {
    // A transaction that lost a race is run again, and work that hung may wake up later: each has its own.
    const begun: Tried<Value>[] = []
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
    const [first] = ids.map((one): Tried<Value> => ({ id: one, error: undefined }))
    return { tried: tried.length > 0 || !first ? [...tried] : [first], isLost: true }
  }
}

async function tryOne<Value>(one: string, attempt: (id: string) => Promise<Value>): Promise<Tried<Value>> {
  try {
    return { id: one, value: await attempt(one) }
  } catch (error) {
    return { id: one, error }
  }
}

/** The same in a transaction of its own. */
export function tryAlone<Value>(one: string, attempt: (id: string) => Promise<Value>): Promise<Tried<Value>> {
  return tryOne(one, () => asPartOfAnswer(() => attempt(one)))
}

/** A deadlock, a deadline, a lost connection: in a transaction of its own, the document might be done all the same. */
const OF_TRANSACTION = new Set(['conflict', 'timeout', 'unavailable'])

function isOfTransaction(error: unknown): boolean {
  return error instanceof QuireError && OF_TRANSACTION.has(error.code)
}
