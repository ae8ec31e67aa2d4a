import { column, recordTable, type RowOf } from '@quirecms/core/feature'

/**
 * An import or an export: what was asked for, and how far it has come. `run` tells the runs of one apart, so that an instance that lost
 * its work writes nothing more in its name.
 */
export const TRANSFERS = recordTable({
  name: 'transfers',
  columns: {
    id: column.text(),
    collection: column.text(),
    kind: column.text<TransferKind>(),
    request: column.text(),
    // The id of the job that does it; null while its file is on the way.
    job: column.textOrNull(),
    creatorCollection: column.textOrNull(),
    creatorId: column.textOrNull(),
    creatorKey: column.textOrNull(),
    createdAt: column.text(),
    finishedAt: column.textOrNull(),
    run: column.textOrNull(),
    // What is kept of its files, in bytes.
    bytes: column.integer(),
    // The last row that was dealt with; of exports, how many were written.
    row: column.integer(),
    rows: column.integerOrNull(),
    created: column.integer(),
    updated: column.integer(),
    failed: column.integer(),
    issues: column.integer(),
    // How many parts each of its files has.
    parts: column.integer(),
    issueParts: column.integer(),
    // Where an export goes on.
    cursor: column.textOrNull(),
    // As JSON: what is said of it when it ends.
    result: column.textOrNull(),
  },
  names: [
    { column: 'collection', holds: 'collection' },
    { column: 'creatorCollection', holds: 'collection' },
  ],
  key: ['id'],
  indexes: [
    { columns: ['creatorCollection', 'creatorId', 'createdAt'], unique: false },
    { columns: ['job', 'collection'], unique: false },
  ],
})

export type TransferKind = 'export' | 'import' | 'bulk'

export type TransferRow = RowOf<typeof TRANSFERS>

/**
 * The files of transfers, in parts that any database holds: what came, what is fetched, and what was wrong. Beside them, by their numbers,
 * the documents that wait for others.
 */
export const TRANSFER_PARTS = recordTable({
  name: 'transfer_parts',
  columns: {
    transfer: column.text(),
    file: column.text<FileName | 'held'>(),
    number: column.integer(),
    // In bytes, as they are sent.
    size: column.integer(),
    data: column.text(),
  },
  key: ['transfer', 'file', 'number'],
})

export type FileName = 'content' | 'issues'
