import type { Condition, SortKey } from '../../contracts/condition.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { Caller } from '../../contracts/operation.ts'
import type { DocumentQuery } from '../../contracts/storage.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { execute } from '../../engine/execute.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { contextForCall } from '../../engine/unit-of-work.ts'
import { isTimeOver } from '../../engine/waiting-client.ts'
import { allOf } from '../../query/combine-conditions.ts'
import { deletePermanent } from './delete-permanent.ts'

/** Documents that are looked up, and at most removed, together. */
const AT_ONCE = 100
/** Other writers wait for no more of it than this. */
const LONGEST_PORTION_MS = 250
const id = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const
const BY_ID: readonly SortKey[] = [{ path: id, descending: false }]

export interface Removal {
  readonly stop?: AbortSignal
  /** Hears of a document that can't be removed because something failed, such as a hook. Without it, that ends the removal. */
  readonly onFailure?: (error: unknown) => void
}

export interface Removed {
  readonly deleted: number
  /** The time was over, or it was stopped, before every document had its turn. */
  readonly isCutShort: boolean
}

/**
 * Each document through the operation that a single call would run, some of them in a transaction. What others in the trash still hold on
 * to (`restrict`) is tried again once those are gone; what then is left stays in the trash.
 */
export async function removeAll(call: Call, where: Condition, removal: Removal = {}): Promise<Removed> {
  let deleted = 0
  for (;;) {
    const round = await removeOnce(call, where, removal)
    deleted += round.deleted
    if (round.isCutShort || round.deleted === 0 || round.held === 0) return { deleted, isCutShort: round.isCutShort }
  }
}

async function removeOnce(call: Call, where: Condition, removal: Removal): Promise<Removed & { held: number }> {
  const round = { deleted: 0, held: 0, isCutShort: false }
  for (let after: Condition = { kind: 'always' }; ; ) {
    const query: DocumentQuery = { where: allOf([where, after]), sort: BY_ID, limit: AT_ONCE, offset: 0 }
    const found = await readerOf(call).find(call.entity.table.name, query)
    for (let start = 0; start < found.length; ) {
      round.isCutShort = isTimeOver() || removal.stop?.aborted === true
      if (round.isCutShort) return round
      const portion = await removePortion(
        call,
        found.slice(start).map((one) => one.id),
      )
      start += portion.tried
      round.deleted += portion.deleted
      round.held += portion.held
      if (!portion.failure) continue
      if (!removal.onFailure) throw portion.failure.error
      removal.onFailure(portion.failure.error)
    }
    const last = found.at(-1)
    if (!last || found.length < AT_ONCE) return round
    after = { kind: 'compare', path: id, test: { op: 'gt', value: last.id } }
  }
}

interface Portion {
  tried: number
  deleted: number
  held: number
  /** It ended with a document that could not be removed; those before it are. */
  failure?: { readonly error: unknown }
}

/** Removes the first of these in one transaction: each commit waits for the disk. */
async function removePortion(call: Call, ids: readonly string[]): Promise<Portion> {
  const { runtime, caller } = call
  const context = contextForCall(runtime.storage, caller.context)
  try {
    return await inTransaction({ ...call, caller: { ...caller, context } }, () => removeSome(call, ids))
  } catch {
    // The transaction was lost as a whole, to a deadlock or its deadline: the first one alone says whether that is its fault.
    return removeSome(call, ids.slice(0, 1))
  }
}

async function removeSome(call: Call, ids: readonly string[]): Promise<Portion> {
  const portion: Portion = { tried: 0, deleted: 0, held: 0 }
  const began = performance.now()
  for (const one of ids) {
    portion.tried += 1
    try {
      portion[(await isRemoved(call, one)) ? 'deleted' : 'held'] += 1
    } catch (error) {
      return { ...portion, failure: { error } }
    }
    if (performance.now() - began > LONGEST_PORTION_MS) break
  }
  return portion
}

/** Refusals that concern one document: it stays, and the others go on. */
const STAYS = new Set(['referenced', 'locked', 'not_found', 'forbidden', 'unauthenticated', 'revision_conflict'])

async function isRemoved({ runtime, entity, caller }: Call, one: string): Promise<boolean> {
  // A context of its own: what hooks leave in it is not for the next document.
  const own: Caller = { ...caller, context: { ...caller.context } }
  try {
    await execute(runtime, entity, deletePermanent.name, { id: one, query: {}, params: {} }, own)
    return true
  } catch (error) {
    if (error instanceof QuireError && STAYS.has(error.code)) return false
    throw error
  }
}
