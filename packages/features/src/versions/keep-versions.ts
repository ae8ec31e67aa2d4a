import type {
  Call,
  RetainedContents,
  OnRemove,
  OnStore,
  RecordName,
  StoredDocument,
  Unit,
} from '@quirecms/core/feature'
import { isAutosave, keepsOneBefore, replacedByAutosave } from './autosave.ts'
import { type Bounds, DECIDING, surplusSnapshots } from './surplus-snapshots.ts'
import { snapshotOf, type SnapshotRow, versionTableOf } from './version-table.ts'

export interface Keeping extends Bounds {
  /** Milliseconds during which autosaves replace each other; null without autosave. */
  readonly keepEvery: number | null
}

/**
 * Stores a snapshot of each revision, in its transaction, and prunes old ones
 * (docs/contract/drafts-and-versions.md#snapshots).
 */
export function keepSnapshots({ keepEvery, ...bounds }: Keeping): OnStore<Call> {
  return async (call, unit, revision) => {
    const { stored } = revision
    const table = versionTableOf(call.entity)
    const { records } = unit.tx
    const autosaves = keepEvery !== null && isAutosave(call)
    const snapshot = snapshotOf(stored, call.caller.actor, autosaves)
    const staysBefore = keepEvery !== null && keepsOneBefore(call, revision)
    if (autosaves && !staysBefore) {
      const replaced = replacedByAutosave(snapshot, keepEvery)
      // A replacement keeps the start of the series of autosaves.
      const { autosaveSince: _since, ...changes } = snapshot
      if (replaced && (await records.update(table, replaced, changes)) > 0) return
    }
    // A table that was kept while versions were off may hold a snapshot of this revision, of a deleted document with the
    // same id. `insert` leaves that one and returns false, which is no reason to refuse the write. A gathered insert
    // (`add`) is refused when it is written; the transaction then runs again without gathering.
    await (unit.tx.gathers ? records.add(table, snapshot) : records.insert(table, snapshot))
    if (staysBefore) await keepNewest(call, unit, stored.revision - 1, stored.id)
    // Most documents never have that many, so don't look.
    if (stored.revision > bounds.max) await prune(unit, table, stored, bounds)
  }
}

/** Protects the newest autosave from replacement. Manual snapshots are never replaced. */
async function keepNewest({ entity }: Call, { tx: { records } }: Unit, revision: number, document: string) {
  const autosave = { document, revision, autosaveSince: { above: '' }, keptFor: null }
  await records.update(versionTableOf(entity), autosave, { keptFor: 'next' })
}

/** Protects the newest snapshot, which a schedule will publish. */
export async function keepScheduled(
  { entity }: Call,
  { tx: { records } }: Unit,
  { id: document, revision }: StoredDocument,
): Promise<void> {
  await records.update(versionTableOf(entity), { document, revision }, { keptFor: 'schedule' })
}

/** Snapshots per statement, for a lowered bound and a long history. */
const AT_ONCE = 500

async function prune(
  { tx: { records } }: Unit,
  table: RecordName<SnapshotRow>,
  { id: document }: StoredDocument,
  bounds: Bounds,
): Promise<void> {
  const surplus = surplusSnapshots(await records.findColumns(table, DECIDING, { document }), bounds)
  for (let start = 0; start < surplus.length; start += AT_ONCE)
    await records.remove(table, { document, revision: { oneOf: surplus.slice(start, start + AT_ONCE) } })
}

/** Deleting a document deletes its snapshots; the trash keeps them. */
export const forgetSnapshots: OnRemove<Call> = async (call, unit, { document, forGood }) => {
  if (forGood) await unit.tx.records.remove(versionTableOf(call.entity), { document: document.id })
}

export const contentsOfSnapshots: RetainedContents<Call> = async ({ entity }, reader, id) => {
  const snapshots = await reader.records.find(versionTableOf(entity), { document: id })
  return snapshots.map(({ data }) => data)
}
