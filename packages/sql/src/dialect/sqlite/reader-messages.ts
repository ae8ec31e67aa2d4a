import type { SqlRow, SqlValue } from '../database.ts'

/** Requests to a reader process: start a statement, or return more rows of the last one. */
export type ReaderQuestion = { readonly text: string; readonly parameters: readonly SqlValue[] } | 'more'

/** Responses: rows and whether there are more, `null` if they are too long to send, or SQLite's error. */
export type ReaderAnswer =
  | { readonly rows: SqlRow[] | null; readonly isLast: boolean }
  | { readonly message: string; readonly errcode: number | undefined }
