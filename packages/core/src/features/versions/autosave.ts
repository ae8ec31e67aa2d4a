import type { Parameter } from '../../contracts/operation.ts'
import type { RecordMatch } from '../../contracts/record-rows.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../../engine/call.ts'
import type { SnapshotRow } from './version-table.ts'

export const autosaveParameter: Parameter = {
  name: 'autosave',
  spellings: ['autosave'],
  description:
    'With `true`, the snapshot of this change takes the place of the one before it, if that is a draft of yours too. Use it for what is saved while somebody types.',
  encoding: 'boolean',
  schema: { type: 'boolean', default: false },
}

/**
 * The snapshot whose place a revision takes: the newest one, if the call saves by itself and the same author has drafted it. Nobody else's
 * work, and nothing that was ever published, is lost that way.
 */
export function replacedByAutosave(
  call: Call,
  before: StoredDocument,
  snapshot: SnapshotRow,
): RecordMatch<SnapshotRow> | null {
  const { document, createdBy, status } = snapshot
  if (!isAutosave(call) || status !== 'draft' || createdBy === null) return null
  return { document, revision: before.revision, status, createdBy }
}

function isAutosave({ input: { query } }: Call): boolean {
  return query['autosave'] === true
}
