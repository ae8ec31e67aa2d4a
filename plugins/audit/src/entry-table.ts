import { column, recordTable, type RecordTable, type RowOf } from 'quirecms/plugin'
import type { AuditEntry } from './client.ts'

/** How a part of an entry was replaced by hashes: that of who did it, that of whom it was about, or both. */
export type Forgotten = 'actor' | 'subject' | 'both'

/**
 * What happened. Ids are made of the moment, so their order is that of time, and every index that ends with them reads in it. `segment` and
 * `sequence` are '' and 0 until the entry is sealed.
 */
export const ENTRIES = recordTable({
  name: 'audit-entries',
  columns: {
    id: column.text(),
    at: column.text(),
    action: column.text(),
    entity: column.textOrNull(),
    documentId: column.textOrNull(),
    revision: column.integerOrNull(),
    actorCollection: column.textOrNull(),
    actorId: column.textOrNull(),
    actorLabel: column.textOrNull(),
    via: column.text<AuditEntry['via']>(),
    key: column.textOrNull(),
    requestId: column.textOrNull(),
    address: column.textOrNull(),
    userAgent: column.textOrNull(),
    changes: column.textOrNull(),
    ids: column.textOrNull(),
    outcome: column.text<AuditEntry['outcome']>(),
    code: column.textOrNull(),
    segment: column.text(),
    sequence: column.integer(),
    hash: column.textOrNull(),
    forgotten: column.textOrNull<Forgotten>(),
  },
  key: ['id'],
  indexes: [
    { columns: ['documentId', 'id'], unique: false },
    { columns: ['actorId', 'id'], unique: false, having: 'actorId' },
    { columns: ['action', 'id'], unique: false },
    { columns: ['entity', 'id'], unique: false },
    // Refusals alone have a code. Nearly everything else is done, and so is found without an index.
    { columns: ['id'], unique: false, having: 'code' },
  ],
})

export type EntryRow = RowOf<typeof ENTRIES>

/** The same for a log that is sealed: only that reads entries in the order of the chain, and those that wait for it in their own. */
export function entriesTable(isChained: boolean): RecordTable<EntryRow> {
  if (!isChained) return ENTRIES
  return { ...ENTRIES, indexes: [...ENTRIES.indexes, { columns: ['segment', 'sequence', 'id'], unique: false }] }
}

/**
 * What happened, until it is settled (docs/adr/0085): one text at the end of a table without indexes, which is all that a change waits for. It is
 * committed with the change.
 */
export const INTAKE = recordTable({
  name: 'audit-intake',
  columns: { place: column.integer(), entry: column.text(), changes: column.textOrNull() },
  key: ['place'],
  numbered: true,
})

/** What the log must remember of itself: what it hashes with, the configuration that it saw last, and the end of its chain. */
export const STATE = recordTable({
  name: 'audit-state',
  columns: { name: column.text<'salt' | 'configuration' | 'head'>(), value: column.text() },
  key: ['name'],
})

/** When somebody was last noted to be refused something. */
export const REFUSALS = recordTable({
  name: 'audit-refusals',
  columns: { key: column.text(), at: column.text() },
  key: ['key'],
  indexes: [{ columns: ['at'], unique: false }],
})

/** The days of the chain, and what is left of those that were removed. */
export const SEGMENTS = recordTable({
  name: 'audit-segments',
  columns: {
    day: column.text(),
    entries: column.integer(),
    lastHash: column.textOrNull(),
    removedAt: column.textOrNull(),
  },
  key: ['day'],
})

/** What has yet to be shipped, and where to. */
export const OUTBOX = recordTable({
  name: 'audit-outbox',
  columns: { sink: column.text(), id: column.text() },
  key: ['sink', 'id'],
})
