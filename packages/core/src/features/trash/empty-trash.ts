import type { Condition, SortKey } from '../../contracts/condition.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { Caller } from '../../contracts/operation.ts'
import type { DocumentQuery } from '../../contracts/storage.ts'
import { askInGeneral, refuse } from '../../engine/access.ts'
import { type Call, defineOperation, readerOf } from '../../engine/call.ts'
import { execute } from '../../engine/execute.ts'
import { scopeOf } from '../../engine/source.ts'
import { allOf } from '../../query/combine-conditions.ts'
import { deletePermanent } from './delete-permanent.ts'

const AT_ONCE = 100
const id = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const
const BY_ID: readonly SortKey[] = [{ path: id, descending: false }]

/** Removes everything in the trash that the caller may delete for good. */
export const emptyTrash = defineOperation({
  name: 'emptyTrash',
  summary: 'Delete everything in the trash for good',
  description: 'As far as you may. What others still point to stays, if their relationship says so.',
  endpoint: { method: 'DELETE', path: '/trash' },
  local: { method: 'emptyTrash', args: [] },
  parameters: [],
  body: { kind: 'none' },
  ifMatch: false,
  answer: {
    kind: 'value',
    status: 200,
    schema: { type: 'object', required: ['deleted'], properties: { deleted: { type: 'integer', minimum: 0 } } },
  },
  rule: 'deletePermanent',
  implies: { trash: true },
  async run(call) {
    const scope = await scopeOf(call, call.entity, 'changed')
    const allowed = allOf([await askInGeneral(call, 'deletePermanent'), await askInGeneral(call, 'read')])
    if (allowed.kind === 'never') throw refuse(call)
    return { kind: 'value', value: { deleted: await removeAll(call, allOf([scope.where, allowed])) } }
  },
})

export interface Removal {
  readonly stop?: AbortSignal
  /** Hears of a document that can't be removed because something failed, such as a hook. Without it, that ends the removal. */
  readonly onFailure?: (error: unknown) => void
}

/**
 * Each document through the operation that a single call would run, in a transaction of its own. What others in the trash still hold on
 * to (`restrict`) is tried again once those are gone; what then is left stays in the trash. Returns how many went.
 */
export async function removeAll(call: Call, where: Condition, removal: Removal = {}): Promise<number> {
  let deleted = 0
  for (;;) {
    const round = await removeOnce(call, where, removal)
    deleted += round.deleted
    if (round.deleted === 0 || round.held === 0) return deleted
  }
}

async function removeOnce(
  call: Call,
  where: Condition,
  { stop, onFailure }: Removal,
): Promise<{ deleted: number; held: number }> {
  const round = { deleted: 0, held: 0 }
  let after: Condition | null = { kind: 'always' }
  while (after) {
    const query: DocumentQuery = { where: allOf([where, after]), sort: BY_ID, limit: AT_ONCE, offset: 0 }
    const found = await readerOf(call).find(call.entity.table.name, query)
    for (const { id: one } of found) {
      try {
        round[(await isRemoved(call, one)) ? 'deleted' : 'held'] += 1
      } catch (error) {
        if (!onFailure) throw error
        onFailure(error)
      }
    }
    const last = found.at(-1)
    const isOver = !last || found.length < AT_ONCE || stop?.aborted
    after = isOver ? null : { kind: 'compare', path: id, test: { op: 'gt', value: last.id } }
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
