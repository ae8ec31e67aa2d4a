import type { SqlRow, SqlValue } from '../database.ts'

/** What a reader process is asked. */
export interface ReaderQuestion {
  readonly text: string
  readonly parameters: readonly SqlValue[]
}

/** What it answers: the rows, `null` where they are too long to be sent, or what SQLite said. */
export type ReaderAnswer =
  | { readonly rows: SqlRow[] | null }
  | { readonly message: string; readonly errcode: number | undefined }
