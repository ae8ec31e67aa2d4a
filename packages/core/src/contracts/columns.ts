/** A column that a feature adds to a table. */
export interface ColumnSpec {
  readonly name: string
  readonly type: 'text' | 'integer'
  /**
   * Set this if nearly every read filters by the column, as reads do that leave out the trash. Indexes then include it,
   * so that reads don't have to look it up in the table.
   */
  readonly scope?: boolean
  /** The value that each write of content sets. By default, null in a new document, and unchanged by writes. */
  readonly onWrite?: ColumnValue
}

export type ColumnValue = string | number | null
