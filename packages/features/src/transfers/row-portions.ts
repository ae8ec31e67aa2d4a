import { type Call, contextForCall, inTransaction, QuireError, type UnitOfWork } from '@quirecms/core/feature'

/** Longest time that a batch holds the write lock. */
const LONGEST_PORTION_MS = 250

export type RowOutcome<Row, Done> =
  | { readonly row: Row; readonly done: Done }
  | { readonly row: Row; readonly error: unknown }

export interface Portion<Row, Done> {
  /** Called before each attempt of a transaction. */
  readonly begins?: () => void
  readonly attempt: (call: Call, row: Row) => Promise<Done>
  /** Stores outcomes in the transaction of the documents. */
  readonly keep: (unit: Pick<UnitOfWork, 'tx'>, outcomes: readonly RowOutcome<Row, Done>[]) => Promise<void>
  /** Dry run: each batch is rolled back after its outcomes are known. */
  readonly isTrial: boolean
  /** Stops after the first failure. */
  readonly endsAtFailure: boolean
}

/** Rolls back a dry run. */
class Undone extends Error {
  override readonly name = 'Undone'
}

/** Errors of the transaction, not of a row: a row may succeed in its own transaction. */
const OF_TRANSACTION = new Set(['conflict', 'timeout', 'unavailable'])

/**
 * Processes rows in one transaction and one time slice, and stores the outcomes in it: after a crash, nothing of it is
 * done, and the next process knows where to resume. A failed row is rolled back alone. Returns as many outcomes as
 * there was time for.
 */
export async function tryRows<Row, Done>(
  call: Call,
  rows: readonly Row[],
  portion: Portion<Row, Done>,
): Promise<readonly RowOutcome<Row, Done>[]> {
  const { outcomes, lost } = await attemptTogether(call, rows, portion)
  if (lost === undefined) return outcomes
  const [first] = rows
  if (first === undefined || !isOfTransaction(lost)) throw lost
  // Repeat the rows before the failed one without it; it comes first in the next batch.
  if (outcomes.length > 0 && outcomes.length < rows.length) {
    const before = await attemptTogether(call, rows.slice(0, outcomes.length), portion)
    if (before.lost === undefined) return before.outcomes
  }
  // Alone, to find out whether this row is the cause.
  const alone = await attemptTogether(call, [first], portion)
  if (alone.lost === undefined) return alone.outcomes
  if (!isOfTransaction(alone.lost) || isUnavailable(alone.lost)) throw alone.lost
  const outcome = { row: first, error: alone.lost }
  await inTransaction(ofItsOwn(call), (unit) => portion.keep(unit, [outcome]))
  return [outcome]
}

interface Tried<Row, Done> {
  /** Outcomes before the transaction failed. */
  readonly outcomes: readonly RowOutcome<Row, Done>[]
  readonly lost?: Error
}

async function attemptTogether<Row, Done>(
  call: Call,
  rows: readonly Row[],
  { begins, attempt, keep, isTrial, endsAtFailure }: Portion<Row, Done>,
): Promise<Tried<Row, Done>> {
  let outcomes: RowOutcome<Row, Done>[] = []
  const own = ofItsOwn(call)
  const work = async (unit: UnitOfWork) => {
    // A transaction that lost a race runs again.
    const begun: RowOutcome<Row, Done>[] = []
    outcomes = begun
    begins?.()
    const began = performance.now()
    for (const row of rows) {
      const outcome = await tryOne(call, row, attempt)
      if ('error' in outcome && isOfTransaction(outcome.error)) throw outcome.error
      begun.push(outcome)
      if (('error' in outcome && endsAtFailure) || performance.now() - began > LONGEST_PORTION_MS) break
    }
    if (isTrial) throw new Undone()
    await keep(unit, begun)
  }
  try {
    await inTransaction(own, work)
  } catch (error) {
    if (!(error instanceof Undone)) return { outcomes, lost: asError(error) }
    await inTransaction(ofItsOwn(call), (unit) => keep(unit, outcomes))
  }
  return { outcomes }
}

async function tryOne<Row, Done>(
  call: Call,
  row: Row,
  attempt: (call: Call, row: Row) => Promise<Done>,
): Promise<RowOutcome<Row, Done>> {
  try {
    // Each document gets its own hook context.
    return { row, done: await attempt(ofItsOwn(call), row) }
  } catch (error) {
    return { row, error }
  }
}

function ofItsOwn(call: Call): Call {
  const { runtime, caller } = call
  return { ...call, caller: { ...caller, context: contextForCall(runtime.storage, caller.context) } }
}

/** Application code may throw any value. */
function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('The thrown value is not an error.', { cause: error })
}

function isOfTransaction(error: unknown): boolean {
  return error instanceof QuireError && OF_TRANSACTION.has(error.code)
}

function isUnavailable(error: unknown): boolean {
  return error instanceof QuireError && error.code === 'unavailable'
}
