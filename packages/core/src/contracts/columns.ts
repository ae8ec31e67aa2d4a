/** A column of a table, as features name it. */
export interface ColumnSpec {
  readonly name: string
  readonly type: 'text' | 'integer'
  /** Nearly every read asks for it, as those do which leave out what is in the trash. Indexes hold it then, and need not look it up. */
  readonly scope?: boolean
}

export type ColumnValue = string | number | null
