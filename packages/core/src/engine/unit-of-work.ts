import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '../contracts/access.ts'
import { QuireError } from '../contracts/errors.ts'
import type { AfterCommit, StorageTransaction, Unit } from '../contracts/document-storage.ts'
import type { Storage, StorageTransactionOptions } from '../contracts/storage.ts'
import { untilLate } from './awaited-answer.ts'

export interface UnitOfWork extends Unit {
  /** Storage that owns the transaction; null if the caller of `joinTransaction` began it. */
  readonly storage: Storage | null
  /** A unit of another application that this one is nested in. */
  readonly around: UnitOfWork | undefined
  /** Shared by all parts of the transaction. */
  readonly transaction: RunningTransaction
  /** Nested parts run one after another: savepoints are a stack. */
  last: Promise<unknown>
  /** Calls inside of this part. It ends after the last one, even if a hook did not await it. */
  readonly calls: Set<Promise<unknown>>
  open: boolean
}

interface RunningTransaction {
  /** Called when application code reads in a transaction that is not isolated. */
  readonly onRead: (() => void) | undefined
  /**
   * Storage has ended it although its work continues, such as a hook beyond the deadline: further calls are refused.
   */
  isAbandoned: boolean
}

/**
 * A nested call finds the running transaction by the `context` that a hook passes on
 * (docs/contract/consistency.md#nested-calls), or by the asynchronous call chain. The chain has precedence, because it
 * knows the depth of nesting; it also prevents a hook that forgets its context from waiting forever for its own write
 * lock.
 */
const unitsByContext = new WeakMap<Context, UnitOfWork>()
const running = new AsyncLocalStorage<UnitOfWork>()

export function currentUnit(storage: Storage, context: Context): UnitOfWork | undefined {
  for (let unit = running.getStore(); unit; unit = unit.around) if (isOpenFor(unit, storage)) return unit
  const given = unitsByContext.get(context)
  return given && isOpenFor(given, storage) ? given : undefined
}

/** Whether a transaction is open. Inside of it, waiting for its end would deadlock. */
export function isInTransaction(): boolean {
  return running.getStore()?.open ?? false
}

/** Applications in one process have separate databases: a call to another one does not join. */
function isOpenFor(unit: UnitOfWork, storage: Storage): boolean {
  if (unit.storage !== storage && unit.storage !== null) return false
  if (unit.transaction.isAbandoned)
    throw new QuireError('timeout', 'The transaction of this call has ended because it took too long.')
  return unit.open
}

/**
 * The context for a nested call. Inside of a transaction, it is a view with the same values, and hooks of the nested
 * call join its own part, not the outer one that waits for it. Other contexts are copied.
 */
export function contextForCall(storage: Storage, context: Context): Context {
  const unit = unitsByContext.get(context)
  if (!unit || !isOpenFor(unit, storage)) return { ...context }
  const view = new Proxy(context, {})
  unitsByContext.set(view, unit)
  return view
}

/** Runs a call, and keeps a surrounding transaction open until it ends. */
export function runCall<T>(storage: Storage, context: Context, call: () => Promise<T>): Promise<T> {
  const unit = currentUnit(storage, context)
  const result = call()
  if (!unit) return result
  const forget = () => unit.calls.delete(result)
  unit.calls.add(result)
  result.then(forget, forget)
  return result
}

export interface UnitOptions extends Pick<StorageTransactionOptions, 'timeout' | 'stop' | 'gathers'> {
  /** Application code may read in it (`StorageTransactionOptions.isolated`). */
  readonly isolated: boolean
  /** Called if it reads although that was not known. */
  readonly onRead?: () => void
}

/**
 * Runs `work` in a nested part of the current transaction or in a new one, and its `afterCommit` work after the commit.
 * After lost races, `work` runs again from a clean state.
 */
export async function runInTransaction<T>(
  storage: Storage,
  context: Context,
  work: (unit: UnitOfWork) => Promise<T>,
  { isolated, onRead, ...more }: UnitOptions,
): Promise<T> {
  const outer = currentUnit(storage, context)
  if (outer) return runNested(outer, context, work)
  const around = running.getStore()
  const given = { ...context }
  let attempt: BegunTransaction | undefined
  const run = async (tx: StorageTransaction) => {
    if (attempt) {
      await undo(attempt.afterRollback)
      restoreContext(context, given)
    }
    const begun: BegunTransaction = {
      transaction: { onRead, isAbandoned: false },
      afterCommit: [],
      afterRollback: [],
      isDone: false,
    }
    attempt = begun
    const { transaction, afterCommit, afterRollback } = begun
    try {
      return await openUnit({ tx, storage, around, transaction, afterCommit, afterRollback }, context, work)
    } finally {
      begun.isDone = true
    }
  }
  let result: T
  try {
    // With hooks, it is isolated (`mayApplicationRead`). Rules, defaults and validations may run again: they have no
    // effects.
    result = await storage.transaction(run, { isolated, repeatableForOthers: !isolated, ...more })
  } catch (error) {
    await undo(attempt?.afterRollback ?? [])
    throw error
  } finally {
    if (attempt) attempt.transaction.isAbandoned = !attempt.isDone
  }
  const afterCommit = runEffects(attempt?.afterCommit ?? [], 0)
  if (afterCommit) await untilLate(afterCommit, () => undefined)
  return result
}

/** Runs effects one after another, from `first` on; undefined if none has to be awaited. */
function runEffects(effects: readonly AfterCommit[], first: number): Promise<void> | undefined {
  for (let index = first; index < effects.length; index += 1) {
    const work = effects[index]?.()
    if (work) return work.then(() => runEffects(effects, index + 1))
  }
  return undefined
}

/** State of one attempt of a transaction. */
interface BegunTransaction {
  readonly transaction: RunningTransaction
  readonly afterCommit: AfterCommit[]
  readonly afterRollback: (() => Promise<void>)[]
  /** Whether its work has ended; if not, storage gave it up at the deadline. */
  isDone: boolean
}

/** Removes changes that hooks of a rolled-back attempt made to the context. */
function restoreContext(context: Context, given: Context): void {
  for (const name of Object.keys(context)) delete context[name]
  Object.assign(context, given)
}

/** Called before application code reads inside of a transaction, which must then be isolated. */
export function isolateUnit(storage: Storage, context: Context): void {
  const unit = currentUnit(storage, context)
  if (!unit) return
  try {
    unit.tx.isolate()
  } catch (error) {
    unit.transaction.onRead?.()
    throw error
  }
}

/** The work must not run again, such as after reading a stream. */
export function runOnce(storage: Storage, context: Context): void {
  currentUnit(storage, context)?.tx.runOnce()
}

/**
 * Runs `work` in a transaction that its caller began and will commit, such as a migration's: calls made by `work` join
 * it. Returns what must run after the commit.
 */
export async function joinTransaction(
  tx: StorageTransaction,
  context: Context,
  work: () => Promise<void>,
): Promise<readonly AfterCommit[]> {
  const afterCommit: AfterCommit[] = []
  const afterRollback: (() => Promise<void>)[] = []
  const transaction: RunningTransaction = { onRead: undefined, isAbandoned: false }
  const members = { tx, storage: null, around: running.getStore(), transaction, afterCommit, afterRollback }
  try {
    await openUnit(members, context, work)
  } catch (error) {
    await undo(afterRollback)
    throw error
  }
  return afterCommit
}

/** Keeps the first error for the caller. */
async function undo(effects: readonly (() => Promise<void>)[]): Promise<void> {
  for (const effect of effects) await effect().catch(() => undefined)
}

async function openUnit<T>(
  members: Pick<UnitOfWork, 'tx' | 'storage' | 'around' | 'transaction' | 'afterCommit' | 'afterRollback'>,
  context: Context,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const unit: UnitOfWork = { ...members, last: Promise.resolve(), calls: new Set(), open: true }
  unitsByContext.set(context, unit)
  try {
    return await runIn(unit, work)
  } finally {
    // V8 clears dead entries only in a full garbage collection; until then the entry would keep all that the
    // transaction held. Keep the entry of an abandoned transaction: later calls with its context must still be refused.
    if (!unit.transaction.isAbandoned) unitsByContext.delete(context)
  }
}

/**
 * Runs `work` in the current transaction, after the parts that began before, but not as a part of its own: for work
 * that writes a few records, and whose failure fails the whole unit of work. Without a transaction, runs it in a new
 * one.
 */
export async function runAlong<T>(
  storage: Storage,
  context: Context,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const outer = currentUnit(storage, context)
  if (!outer) return runInTransaction(storage, context, work, { isolated: false })
  const along = outer.last.then(() => work(outer))
  outer.last = along.catch(() => undefined)
  return along
}

async function runNested<T>(outer: UnitOfWork, context: Context, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const part = outer.last.then(async () => {
    const unit: UnitOfWork = { ...outer, afterCommit: [], afterRollback: [], last: Promise.resolve(), calls: new Set() }
    unitsByContext.set(context, unit)
    try {
      const result = await outer.tx.nested(() => runIn(unit, work))
      // Passed to the outer part only after success: events of a rolled-back part are dropped.
      outer.afterCommit.push(...unit.afterCommit)
      outer.afterRollback.push(...unit.afterRollback)
      return result
    } catch (error) {
      await undo(unit.afterRollback)
      throw error
    } finally {
      unitsByContext.set(context, outer)
    }
  })
  outer.last = part.catch(() => undefined)
  return part
}

async function runIn<T>(unit: UnitOfWork, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  try {
    return await running.run(unit, () => work(unit))
  } finally {
    while (unit.calls.size > 0) await Promise.allSettled(unit.calls)
    unit.open = false
  }
}
