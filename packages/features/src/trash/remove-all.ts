import { type Call, type Caller, type Condition, execute, idsOf, inPortions, QuireError } from '@quirecms/core/feature'
import { deletePermanent } from './delete-permanent.ts'

export interface TrashRemoval {
  readonly stop?: AbortSignal
  /**
   * Called for each document that can't be removed because of a failure, such as an error of a hook. Without it, the
   * failure ends the removal.
   */
  readonly onFailure?: (error: unknown) => void
}

export interface TrashRemovalResult {
  readonly deleted: number
  /** The removal ended early, because the time was over or it was stopped. */
  readonly isCutShort: boolean
}

/**
 * Deletes each document with the same operation as a single call, several in a transaction. Documents that others in
 * the trash restrict (`restrict`) are retried once those are deleted; what is left then stays in the trash.
 */
export async function removeAll(call: Call, where: Condition, removal: TrashRemoval = {}): Promise<TrashRemovalResult> {
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
  { stop, onFailure }: TrashRemoval,
): Promise<TrashRemovalResult & { held: number }> {
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

/** Errors that concern one document: it stays, and the removal continues. */
const STAYS = new Set(['referenced', 'locked', 'not_found', 'forbidden', 'unauthenticated', 'revision_conflict'])

async function isRemoved({ runtime, entity, caller }: Call, one: string): Promise<boolean> {
  // Each document gets its own context, so that hooks of one don't affect the next.
  const own: Caller = { ...caller, context: { ...caller.context } }
  try {
    await execute(runtime, entity, deletePermanent.name, { id: one, query: {}, params: {} }, own)
    return true
  } catch (error) {
    if (error instanceof QuireError && STAYS.has(error.code)) return false
    throw error
  }
}
