import {
  allOf,
  answerInParts,
  askWithoutDocument,
  type Call,
  type Caller,
  type Condition,
  defineOperation,
  execute,
  idsOf,
  inPortions,
  type Job,
  type Operation,
  QuireError,
  readerOf,
  refusalOf,
  remove,
  scopeOf,
} from '@quirecms/core/feature'
import { IN_TRASH, thrownAwayBefore } from './in-trash.ts'
import { TRASH_API } from './trash-api.ts'

/**
 * Deletes a document like `delete` in collections without a trash, but only from the trash
 * (docs/contract/documents.md#trash).
 */
export const deletePermanent: Operation<Call> = {
  ...remove,
  ...TRASH_API.deletePermanent,
  rule: 'deletePermanent',
  capability: { name: 'deletePermanent' },
  implies: { trash: true },
}

export const emptyTrash = defineOperation({
  ...TRASH_API.emptyTrash,
  rule: 'deletePermanent',
  checksAccess: true,
  implies: { trash: true },
  async run(call) {
    const scope = await scopeOf(call, call.entity, 'changed')
    const allowed = allOf([await askWithoutDocument(call, 'deletePermanent'), await askWithoutDocument(call, 'read')])
    if (allowed.kind === 'never') throw refusalOf(call)
    const where = allOf([scope.where, allowed])
    return answerInParts(call, async () => {
      const { deleted, isCutShort } = await removeAll(call, where)
      const remaining = isCutShort ? await readerOf(call).count(call.entity.table.name, where) : 0
      return { kind: 'value', value: { deleted, ...(remaining > 0 && { remaining }) } }
    })
  },
})

/** Interval of the job, in milliseconds. */
const EVERY = 60_000

/** After this many failures, the others are likely to fail, too; the next run tries again. */
const MOST_FAILURES = 100

/**
 * Deletes documents that have been in the trash for longer than the retention time
 * (docs/contract/documents.md#trash).
 */
export function removeOldTrash(retention: number): Job<Call> {
  return {
    name: 'removeOldTrash',
    every: EVERY,
    async run(call, stop) {
      const oldest = new Date(call.runtime.clock().getTime() - retention).toISOString()
      const failures: unknown[] = []
      // A document whose hook throws must not keep all others in the trash.
      const onFailure = (error: unknown) => {
        failures.push(error)
        if (failures.length === MOST_FAILURES) throw error
      }
      await removeAll(call, allOf([IN_TRASH, thrownAwayBefore(oldest)]), { stop, onFailure })
      const [first] = failures
      if (first === undefined) return
      const what = `${failures.length} of the documents in the trash of "${call.entity.slug}" could not be removed`
      throw new Error(`${what}. The first of them failed with the cause below.`, { cause: first })
    },
  }
}

interface TrashRemoval {
  readonly stop?: AbortSignal
  /**
   * Called for each document that can't be removed because of a failure, such as an error of a hook. Without it, the
   * failure ends the removal.
   */
  readonly onFailure?: (error: unknown) => void
}

interface TrashRemovalResult {
  readonly deleted: number
  /** The removal ended early, because the time was over or it was stopped. */
  readonly isCutShort: boolean
}

/**
 * Deletes each document with the same operation as a single call, several in a transaction. Documents that others in
 * the trash restrict (`restrict`) are retried once those are deleted; what is left then stays in the trash.
 */
async function removeAll(call: Call, where: Condition, removal: TrashRemoval = {}): Promise<TrashRemovalResult> {
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
