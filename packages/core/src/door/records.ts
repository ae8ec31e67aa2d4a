/** Records: rows with plain columns, in tables that a feature declares. */
export type { CommitPlace, RecordChanges, RecordMatch, RecordName, RecordRow } from '../contracts/record-rows.ts'
export { column, recordTable, type RowOf, type RowOfColumns } from '../contracts/record-table.ts'
export type { FilledDocument, RecordColumn, RecordReader, RecordTable, RecordWriter } from '../contracts/records.ts'
export { everyDocument, everyRecord } from '../engine/read/every-document.ts'
export { recordPage } from '../engine/read/record-page.ts'
