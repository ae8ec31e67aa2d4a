export type {
  CommitPlace,
  NewRecord,
  RecordChanges,
  RecordChoice,
  RecordMatch,
  RecordName,
  RecordQuery,
  RecordRange,
  RecordRow,
} from '../contracts/record-rows.ts'
export { column, type DescribedColumn, recordTable, type RowOf, type RowOfColumns } from '../contracts/record-table.ts'
export type {
  FilledDocument,
  RecordColumn,
  RecordFill,
  RecordIndex,
  RecordReader,
  RecordTable,
  RecordWriter,
} from '../contracts/records.ts'
export { everyDocument, everyRecord } from '../engine/read/every-document.ts'
export {
  type RecordListRequest,
  type RecordOrder,
  recordPage,
  type RecordPage,
  requestedRecords,
} from '../engine/read/record-request.ts'
