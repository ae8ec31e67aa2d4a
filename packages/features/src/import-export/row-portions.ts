import { type Call, contextForCall, inTransaction, QuireError, type UnitOfWork } from '@quirecms/core/feature'

/** Other writers wait for no more of it than this. */
const LONGEST_PORTION_MS = 250

/** What became of one row, or of one document. */
export type Outcome<Row, Done> =
  | { readonly row: Row; readonly done: Done }
  | { readonly row: Row; readonly error: unknown }

export interface Portion<Row, Done> {
  /** Before each transaction, also one that repeats another. */
  readonly begins?: () => void
  readonly attempt: (call: Call, row: Row) => Promise<Done>
  /** Keeps what became of the first rows, in the transaction that did it. */
  readonly keep: (unit: Pick<UnitOfWork, 'tx'>, outcomes: readonly Outcome<Row, Done>[]) => Promise<void>
  /** Nothing is done for good: each portion is undone, and what would have become of it is kept. */
  readonly isTrial: boolean
  /** Nothing is tried after the first that fails. */
  readonly endsAtFailure: boolean
}

/** A trial is over. */
class Undone extends Error {
  override readonly name = 'Undone'
}

/** What has nothing to do with the rows: the same one may do in a transaction of its own. */
const OF_TRANSACTION = new Set(['conflict', 'timeout', 'unavailable'])

/**
 * Tries rows in one transaction, within one time slice. The outcomes are stored in the same transaction: a process that dies in the
 * middle has done none of it, and the one that resumes knows what is done. A failed row is rolled back alone. Returns as many outcomes
 * as there was time for.
 */
export async function tryRows<Row, Done>(
  call: Call,
  rows: readonly Row[],
  portion: Portion<Row, Done>,
): Promise<readonly Outcome<Row, Done>[]> {
  const { outcomes, lost } = await together(call, rows, portion)
  if (lost === undefined) return outcomes
  const [first] = rows
  if (first === undefined || !isOfTransaction(lost)) throw lost
  // Those before the one that it was lost at are done without it; it comes first then.
  if (outcomes.length > 0 && outcomes.length < rows.length) {
    const before = await together(call, rows.slice(0, outcomes.length), portion)
    if (before.lost === undefined) return before.outcomes
  }
  // By itself: that shows whose fault it was.
  const alone = await together(call, [first], portion)
  if (alone.lost === undefined) return alone.outcomes
  if (!isOfTransaction(alone.lost) || isUnavailable(alone.lost)) throw alone.lost
  const outcome = { row: first, error: alone.lost }
  await inTransaction(ofItsOwn(call), (unit) => portion.keep(unit, [outcome]))
  return [outcome]
}

interface Tried<Row, Done> {
  /** If it was lost: of those before. */
  readonly outcomes: readonly Outcome<Row, Done>[]
  readonly lost?: Error
}

async function together<Row, Done>(
  call: Call,
  rows: readonly Row[],
  { begins, attempt, keep, isTrial, endsAtFailure }: Portion<Row, Done>,
): Promise<Tried<Row, Done>> {
  let outcomes: Outcome<Row, Done>[] = []
  const own = ofItsOwn(call)
  const work = async (unit: UnitOfWork) => {
    // A transaction that lost a race is run again.
    const begun: Outcome<Row, Done>[] = []
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
): Promise<Outcome<Row, Done>> {
  try {
    // What hooks leave in the context of one document is not for the next.
    return { row, done: await attempt(ofItsOwn(call), row) }
  } catch (error) {
    return { row, error }
  }
}

function ofItsOwn(call: Call): Call {
  const { runtime, caller } = call
  return { ...call, caller: { ...caller, context: contextForCall(runtime.storage, caller.context) } }
}

/** Application code may throw anything. */
function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('What was thrown is no error.', { cause: error })
}

function isOfTransaction(error: unknown): boolean {
  return error instanceof QuireError && OF_TRANSACTION.has(error.code)
}

function isUnavailable(error: unknown): boolean {
  return error instanceof QuireError && error.code === 'unavailable'
}
