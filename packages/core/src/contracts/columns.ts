/** A column of a table, as features name it. */
export interface ColumnSpec {
  readonly name: string
  readonly type: 'text' | 'integer'
}

export type ColumnValue = string | number | null
