import type { Call, KeptContents, OnRemove, OnStore, RecordName, StoredDocument, Unit } from '@quirecms/core/feature'
import { isAutosave, keepsOneBefore, replacedByAutosave } from './autosave.ts'
import { type Bounds, DECIDING, surplusSnapshots } from './surplus-snapshots.ts'
import { snapshotOf, type SnapshotRow, versionTableOf } from './version-table.ts'

export interface Keeping extends Bounds {
  /** For how long autosaves take the place of one another, in milliseconds; null where there are none. */
  readonly keepEvery: number | null
}

/**
 * A snapshot of each revision, in the revision's own transaction; old ones go once there are too many
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
      // Since when there are autosaves is not changed by one more.
      const { autosaveSince: _since, ...changes } = snapshot
      if (replaced && (await records.update(table, replaced, changes)) > 0) return
    }
    // A transaction that gathers begins again where there is one already.
    await (unit.tx.gathers ? records.add(table, snapshot) : records.insert(table, snapshot))
    if (staysBefore) await keepNewest(call, unit, stored.revision - 1, stored.id)
    // Most documents never have that many: then there is nothing to look for.
    if (stored.revision > bounds.max) await prune(unit, table, stored, bounds)
  }
}

/** An autosave that is no longer replaced. What was saved on purpose never is. */
async function keepNewest({ entity }: Call, { tx: { records } }: Unit, revision: number, document: string) {
  const autosave = { document, revision, autosaveSince: { above: '' }, keptFor: null }
  await records.update(versionTableOf(entity), autosave, { keptFor: 'next' })
}

/** The snapshot that a schedule will publish stays: the newest of the document. */
export async function keepScheduled(
  { entity }: Call,
  { tx: { records } }: Unit,
  { id: document, revision }: StoredDocument,
): Promise<void> {
  await records.update(versionTableOf(entity), { document, revision }, { keptFor: 'schedule' })
}

/** Lowering the bound of a long history takes several statements. */
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

/** The history of a document goes with it; in the trash, it stays. */
export const forgetSnapshots: OnRemove<Call> = async (call, unit, { document, forGood }) => {
  if (forGood) await unit.tx.records.remove(versionTableOf(call.entity), { document: document.id })
}

export const contentsOfSnapshots: KeptContents<Call> = async ({ entity }, reader, id) => {
  const snapshots = await reader.records.find(versionTableOf(entity), { document: id })
  return snapshots.map(({ data }) => data)
}
