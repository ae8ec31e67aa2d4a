import { column, recordTable, type RecordTable, type RowOf } from 'quirecms/plugin'
import type { AuditEntry } from './client.ts'

/** Which parts of an entry were replaced by hashes: the actor's, the document's values, or both. */
export type Forgotten = 'actor' | 'subject' | 'both'

/**
 * The entries. Ids begin with the time, so indexes that end with the id return entries in the order of time. `segment`
 * and `sequence` are '' and 0 until the entry is sealed.
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
    // Only refusals have a code. Queries for `outcome: 'done'` match nearly everything and need no index.
    { columns: ['id'], unique: false, having: 'code' },
  ],
})

export type EntryRow = RowOf<typeof ENTRIES>

/**
 * A log with a chain gets one more index, which reads sealed entries in the order of the chain and unsealed ones by id.
 */
export function entriesTable(isChained: boolean): RecordTable<EntryRow> {
  if (!isChained) return ENTRIES
  return { ...ENTRIES, indexes: [...ENTRIES.indexes, { columns: ['segment', 'sequence', 'id'], unique: false }] }
}

/**
 * Entries that are not settled yet (docs/adr/0085). A change appends one text to a table without indexes, in its own
 * transaction; settling does the rest later.
 */
export const INTAKE = recordTable({
  name: 'audit-intake',
  columns: { place: column.integer(), entry: column.text(), changes: column.textOrNull() },
  key: ['place'],
  numbered: true,
})

/** State of the log: the salt of its hashes, the hash of the last known configuration, and the end of the chain. */
export const STATE = recordTable({
  name: 'audit-state',
  columns: { name: column.text<'salt' | 'configuration' | 'head'>(), value: column.text() },
  key: ['name'],
})

/** When a refusal was last recorded, by a hash of caller, action and entity. */
export const REFUSALS = recordTable({
  name: 'audit-refusals',
  columns: { key: column.text(), at: column.text() },
  key: ['key'],
  indexes: [{ columns: ['at'], unique: false }],
})

/** The days of the chain. Removed days keep their last hash and number of entries. */
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

/** Entries that still have to be shipped, by sink. */
export const OUTBOX = recordTable({
  name: 'audit-outbox',
  columns: { sink: column.text(), id: column.text() },
  key: ['sink', 'id'],
})
