import type { ColumnValue } from './columns.ts'
import type { RecordRow } from './record-rows.ts'
import type { RecordColumn, RecordIndex, RecordTable } from './records.ts'

/** A column without its name, which carries the type of its values. */
export interface DescribedColumn<Value extends ColumnValue = ColumnValue> extends Omit<RecordColumn, 'name'> {
  /** Type-level marker; absent at run time. */
  readonly holds?: Value
}

/**
 * Column types. Restrict values with a type argument: `column.text<'open' | 'done'>()`, which only the compiler checks.
 */
export const column = {
  text: <Value extends string = string>(): DescribedColumn<Value> => ({ type: 'text', nullable: false }),
  textOrNull: <Value extends string = string>(): DescribedColumn<Value | null> => ({ type: 'text', nullable: true }),
  integer: <Value extends number = number>(): DescribedColumn<Value> => ({ type: 'integer', nullable: false }),
  integerOrNull: <Value extends number = number>(): DescribedColumn<Value | null> => ({
    type: 'integer',
    nullable: true,
  }),
}

type DescribedColumns = Readonly<Record<string, DescribedColumn>>

export type RowOfColumns<Columns extends DescribedColumns> = {
  readonly [Name in keyof Columns & string]: Columns[Name] extends DescribedColumn<infer Value> ? Value : never
}

/** The type of a table's records: `RowOf<typeof STARS>`. */
export type RowOf<Table> = Table extends RecordTable<infer Row extends RecordRow> ? Row : never

interface TableDescription<Columns extends DescribedColumns>
  extends Omit<RecordTable, 'name' | 'columns' | 'key' | 'indexes'> {
  readonly name: string
  readonly columns: Columns
  readonly key: readonly (keyof Columns & string)[]
  readonly indexes?: readonly (Omit<RecordIndex, 'columns' | 'having'> & {
    readonly columns: readonly (keyof Columns & string)[]
    readonly having?: keyof Columns & string
  })[]
}

/**
 * A table of records whose rows are known by their types, wherever it is read or written by its `name`.
 *
 * ```ts
 * const STARS = recordTable({
 *   name: 'stars',
 *   columns: { userId: column.text(), what: column.text(), note: column.textOrNull() },
 *   key: ['userId', 'what'],
 * })
 * ```
 */
export function recordTable<const Columns extends DescribedColumns>({
  columns,
  indexes = [],
  ...rest
}: TableDescription<Columns>): RecordTable<RowOfColumns<Columns>> {
  return { ...rest, columns: Object.entries(columns).map(([name, about]) => ({ name, ...about })), indexes }
}
