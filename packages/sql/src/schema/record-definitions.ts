import type { RecordIndex } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import type { LaidOutColumn, RecordLayout } from '../records/record-layout.ts'
import { written } from './definitions.ts'
import { onceFor } from './once-for.ts'

/** The table with its columns and indexes; while it is empty, nothing takes time or can fail. */
export const recordTableDefinitions = onceFor((layout: RecordLayout, dialect): readonly string[] => {
  const columns = layout.columns.map((column) => columnDefinition(column, layout, dialect))
  const key = sql.join(layout.key.map(({ column }) => sql.id(column)))
  // / A table that is only appended to and read in order needs no second B-tree: one page less for each commit.
  const ending = layout.spec.inCommitOrder ? dialect.keyedTable : sql``
  return [
    written(sql`create table ${sql.id(layout.table)} (${sql.join(columns)}, primary key (${key}))${ending}`, dialect),
    ...layout.spec.indexes.map((index) => recordIndexDefinition(layout, index, dialect)),
  ]
})

/** Existing records get the smallest value if the column may not be null. */
export function addRecordColumn(layout: RecordLayout, column: LaidOutColumn, dialect: SqlDialect): string {
  const definition = columnDefinition(column, layout, dialect)
  const least = column.type === 'text' ? sql`''` : sql`0`
  const added = column.nullable ? definition : sql`${definition} default ${least}`
  return written(sql`alter table ${sql.id(layout.table)} add column ${added}`, dialect)
}

export function recordIndexDefinition(layout: RecordLayout, index: RecordIndex, dialect: SqlDialect): string {
  const kind = index.unique ? sql`unique index` : sql`index`
  const columns = index.columns.map((name) => {
    const { column, nullable } = layout.column(name)
    return dialect.order(sql.id(column), { descending: false, nullable })
  })
  const name = sql.id(layout.indexName(index))
  const { having } = index
  const only = having === undefined ? sql`` : sql` where ${sql.id(layout.column(having).column)} is not null`
  return written(sql`create ${kind} ${name} on ${sql.id(layout.table)} (${sql.join(columns)})${only}`, dialect)
}

/**
 * Only key columns are `not null` here; the writer refuses other nulls. So a column that is no longer configured
 * prevents no insert while its drop, which loses data, waits for permission.
 */
function columnDefinition(
  { name, column, type }: LaidOutColumn,
  { spec }: RecordLayout,
  dialect: SqlDialect,
): Fragment {
  const isPlace = (spec.inCommitOrder || spec.numbered) && name === 'place'
  const definition = sql`${sql.id(column)} ${isPlace ? dialect.commitOrder.place : dialect.types[type]}`
  return spec.key.includes(name) ? sql`${definition} not null` : definition
}
