import type { AuditEntry } from './client.ts'
import type { EntryRow } from './entry-table.ts'

/** Which parts of an entry its reader may see. */
export interface EntryVisibility {
  /** Network addresses and browsers. */
  readonly addresses: boolean
  /** Values before and after a change. */
  readonly values: boolean
  /** Names of users. */
  readonly labels: boolean
}

export const EVERYTHING: EntryVisibility = { addresses: true, values: true, labels: true }

export function entryOf(row: EntryRow, { addresses, values, labels }: EntryVisibility): AuditEntry {
  const { id, at, action, entity, documentId, revision, actorCollection, actorId, actorLabel, via, key } = row
  const { requestId, address, userAgent, outcome, code, hash } = row
  const changes = changesIn(row.changes)
  return {
    id,
    at,
    action,
    entity,
    documentId,
    revision,
    actor:
      actorCollection === null || actorId === null
        ? null
        : { collection: actorCollection, id: actorId, label: labels ? actorLabel : null },
    via,
    key,
    request:
      requestId === null
        ? null
        : { id: requestId, address: addresses ? address : null, userAgent: addresses ? userAgent : null },
    changes: changes && !values ? changes.map(({ path }) => ({ path })) : changes,
    ids: listOf(row.ids) as string[] | null,
    outcome,
    code,
    hash,
  }
}

/** Changes that were forgotten are stored as a hash. */
function changesIn(text: string | null): { path: string; to?: unknown }[] | null {
  return text?.startsWith('hash:')
    ? [{ path: '…', to: text }]
    : (listOf(text) as { path: string; to?: unknown }[] | null)
}

function listOf(json: string | null): unknown[] | null {
  return json === null ? null : (JSON.parse(json) as unknown[])
}
