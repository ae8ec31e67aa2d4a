import { column, recordTable, type RowOf } from '@quirecms/core/feature'

/**
 * Transfers: request and progress. `run` distinguishes runs, so that an instance that lost the job writes nothing more.
 */
export const TRANSFERS = recordTable({
  name: 'transfers',
  columns: {
    id: column.text(),
    collection: column.text(),
    kind: column.text<TransferKind>(),
    request: column.text(),
    // The id of its job; null during the upload.
    job: column.textOrNull(),
    creatorCollection: column.textOrNull(),
    creatorId: column.textOrNull(),
    creatorKey: column.textOrNull(),
    createdAt: column.text(),
    finishedAt: column.textOrNull(),
    run: column.textOrNull(),
    // Size of its stored files in bytes.
    bytes: column.integer(),
    // The last processed row; for exports, the number of written documents.
    row: column.integer(),
    rows: column.integerOrNull(),
    created: column.integer(),
    updated: column.integer(),
    failed: column.integer(),
    issues: column.integer(),
    // Number of parts of each file.
    parts: column.integer(),
    issueParts: column.integer(),
    // Where an export continues.
    cursor: column.textOrNull(),
    // Final result as JSON.
    result: column.textOrNull(),
  },
  namingColumns: [
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
 * Files of transfers in parts that any database can store: input, output and issues; also the held documents, by
 * number.
 */
export const TRANSFER_PARTS = recordTable({
  name: 'transfer_parts',
  columns: {
    transfer: column.text(),
    file: column.text<FileName | 'held'>(),
    number: column.integer(),
    // In bytes, uncompressed.
    size: column.integer(),
    data: column.text(),
  },
  key: ['transfer', 'file', 'number'],
})

export type FileName = 'content' | 'issues'
