import type { KeptContents, OnRemove, OnStore } from '../../contracts/document-changes.ts'
import type { RecordName } from '../../contracts/record-rows.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import type { Call } from '../../engine/call.ts'
import { replacedByAutosave } from './autosave.ts'
import { snapshotOf, type SnapshotRow, versionTableOf } from './version-table.ts'

/**
 * A snapshot of each revision, in the revision's own transaction; of old ones, no more than `max` are kept
 * (docs/contract/drafts-and-versions.md#snapshots).
 */
export function keepSnapshots(max: number): OnStore<Call> {
  return async (call, unit, { before, stored }) => {
    const table = versionTableOf(call.entity)
    const { records } = unit.tx
    const snapshot = snapshotOf(stored, call.caller.actor)
    const replaced = before && replacedByAutosave(call, before, snapshot)
    if (replaced && (await records.update(table, replaced, snapshot)) > 0) return
    await records.insert(table, snapshot)
    // Most documents never have that many: then there is nothing to look for.
    if (stored.revision > max) await prune(unit, table, stored, max)
  }
}

async function prune(
  { tx: { records } }: Unit,
  table: RecordName<SnapshotRow>,
  stored: StoredDocument,
  max: number,
): Promise<void> {
  const { id: document, columns } = stored
  const newestFirst = { sort: { column: 'revision', descending: true }, limit: 1, offset: max } as const
  const [surplus] = await records.find(table, { document }, newestFirst)
  if (!surplus) return
  const below = surplus.revision + 1
  const live = columns['publishedRevision'] ?? null
  if (typeof live !== 'number' || live >= below) {
    await records.remove(table, { document, revision: { below } })
    return
  }
  // What is public stays in the history, however old it is.
  await records.remove(table, { document, revision: { below: live } })
  await records.remove(table, { document, revision: { above: live, below } })
}

/** The history of a document goes with it; in the trash, it stays. */
export const forgetSnapshots: OnRemove<Call> = async (call, unit, { document, forGood }) => {
  if (forGood) await unit.tx.records.remove(versionTableOf(call.entity), { document: document.id })
}

export const contentsOfSnapshots: KeptContents<Call> = async ({ entity }, reader, id) => {
  const snapshots = await reader.records.find(versionTableOf(entity), { document: id })
  return snapshots.map(({ data }) => data)
}
