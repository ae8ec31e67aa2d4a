import type { AuditEntry } from './client.ts'
import type { EntryRow } from './entry-table.ts'

/** How much of an entry its reader is told. */
export interface Told {
  /** Where people were, and with what. */
  readonly addresses: boolean
  /** What was there before, and after. */
  readonly values: boolean
  /** What people are called. */
  readonly labels: boolean
}

export const EVERYTHING: Told = { addresses: true, values: true, labels: true }

export function entryOf(row: EntryRow, { addresses, values, labels }: Told): AuditEntry {
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

/** What somebody asked to be forgotten is a hash of itself. */
function changesIn(text: string | null): { path: string; to?: unknown }[] | null {
  return text?.startsWith('hash:')
    ? [{ path: '…', to: text }]
    : (listOf(text) as { path: string; to?: unknown }[] | null)
}

function listOf(json: string | null): unknown[] | null {
  return json === null ? null : (JSON.parse(json) as unknown[])
}
