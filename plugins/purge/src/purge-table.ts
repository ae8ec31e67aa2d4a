import { column, recordTable, type RowOf } from 'quirecms/plugin'
import type { PurgeStatus } from './api.ts'

/** Outbox and log: one record for each change of live content. */
export const PURGES = recordTable({
  name: 'purges',
  columns: {
    id: column.text(),
    /** `collection:posts` or `global:site`. */
    entity: column.text(),
    documentId: column.text(),
    status: column.text<PurgeStatus>(),
    createdAt: column.text(),
    /** Earliest time of the next attempt. */
    dueAt: column.text(),
    attempts: column.integer(),
    finishedAt: column.textOrNull(),
    error: column.textOrNull(),
  },
  key: ['id'],
  indexes: [
    { columns: ['status', 'createdAt'], unique: false },
    { columns: ['status', 'dueAt'], unique: false },
    { columns: ['documentId', 'status'], unique: false },
    { columns: ['createdAt'], unique: false },
  ],
})

export type PurgeRow = RowOf<typeof PURGES>
