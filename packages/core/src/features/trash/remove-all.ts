import type { Condition } from '../../contracts/condition.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { Caller } from '../../contracts/operation.ts'
import type { Call } from '../../engine/call.ts'
import { execute } from '../../engine/execute.ts'
import { idsOf, inPortions } from '../../engine/write/in-portions.ts'
import { deletePermanent } from './delete-permanent.ts'

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

async function removeOnce(
  call: Call,
  where: Condition,
  { stop, onFailure }: Removal,
): Promise<Removed & { held: number }> {
  const round = { deleted: 0, held: 0, isCutShort: false }
  for await (const ids of idsOf(call, { table: call.entity.table.name, where })) {
    let tried = 0
    for await (const one of inPortions(call, ids, (id) => isRemoved(call, id), { endsAtFailure: true, stop })) {
      tried += 1
      if ('value' in one) round[one.value ? 'deleted' : 'held'] += 1
      else if (onFailure) onFailure(one.error)
      else throw one.error
    }
    round.isCutShort = tried < ids.length
    if (round.isCutShort) break
  }
  return round
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
