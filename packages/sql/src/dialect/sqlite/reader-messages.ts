import type { SqlRow, SqlValue } from '../database.ts'

/** What a reader process is asked: to begin with a statement, or for more of what the last one found. */
export type ReaderQuestion = { readonly text: string; readonly parameters: readonly SqlValue[] } | 'more'

/** What it answers: rows, and whether there are more; `null` where they are too long to be sent; or what SQLite said. */
export type ReaderAnswer =
  | { readonly rows: SqlRow[] | null; readonly isLast: boolean }
  | { readonly message: string; readonly errcode: number | undefined }
