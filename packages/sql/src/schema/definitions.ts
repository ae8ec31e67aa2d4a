import { onceFor, type RecordIndex } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { REFERENCE_COLUMNS } from '../documents/relationship-index.ts'
import type { FeatureColumn, TableLayout } from '../documents/table-layout.ts'
import type { LaidOutColumn, RecordLayout } from '../records/record-layout.ts'
import { LOG_TABLE, REFERENCES_TABLE } from './database-names.ts'
import { bookkeepingTables } from './record.ts'

/** Definitions that every database needs besides tables of documents. Each can be repeated. */
export function ownDefinitions(dialect: SqlDialect): string[] {
  const { text } = dialect.types
  const references = sql.id(REFERENCES_TABLE)
  const columns = REFERENCE_COLUMNS.map((name) => sql.id(name))
  const byTarget = ['target_collection', 'target_id', 'source_table', 'source_id', 'path', 'locale']
  return [
    ...dialect.preparation,
    ...bookkeepingTables(dialect).map((table) => written(table, dialect)),
    written(
      sql`create table if not exists ${references} (
        ${sql.join(columns.map((column) => sql`${column} ${text} not null`))}, primary key (${sql.join(columns)}))${dialect.keyedTable}`,
      dialect,
    ),
    written(
      sql`create index if not exists "quire_references_by_target" on ${references} (${sql.join(byTarget.map((name) => sql.id(name)))})`,
      dialect,
    ),
    // A migration may change results without changing a document.
    ...dialect.changeTriggers(LOG_TABLE, '').map((trigger) => written(trigger, dialect)),
  ]
}

export function tableDefinitions(layout: TableLayout, dialect: SqlDialect): string[] {
  const { text, integer, json } = dialect.types
  const columns = [
    sql`"id" ${text} not null primary key`,
    sql`"revision" ${integer} not null`,
    sql`"created_at" ${text} not null`,
    sql`"updated_at" ${text} not null`,
    sql`"shape" ${text} not null`,
    sql`"data" ${json} not null`,
    ...layout.features.map((column) => columnDefinition(column, dialect)),
  ]
  return [
    written(sql`create table ${sql.id(layout.table)} (${sql.join(columns)})`, dialect),
    ...dialect.tableSettings.map((setting) => written(sql`alter table ${sql.id(layout.table)} ${setting}`, dialect)),
    ...dialect.changeTriggers(layout.table).map((trigger) => written(trigger, dialect)),
  ]
}

export function addColumn(layout: TableLayout, column: FeatureColumn, dialect: SqlDialect): string {
  return written(sql`alter table ${sql.id(layout.table)} add column ${columnDefinition(column, dialect)}`, dialect)
}

export function dropColumn(table: string, column: string, dialect: SqlDialect): string {
  return written(sql`alter table ${sql.id(table)} drop column ${sql.id(column)}`, dialect)
}

export function dropTable(table: string, dialect: SqlDialect): string {
  return written(sql`drop table if exists ${sql.id(table)}`, dialect)
}

export function dropIndex(index: string, dialect: SqlDialect): string {
  return written(sql`drop index if exists ${sql.id(index)}`, dialect)
}

function columnDefinition({ column, type }: FeatureColumn, dialect: SqlDialect): Fragment {
  return sql`${sql.id(column)} ${dialect.types[type]}`
}

/** The SQL of a definition (`create …`), in which no database allows parameters. */
export function written(fragment: Fragment, dialect: SqlDialect): string {
  const { sql: text, parameters } = fragment.compile(dialect.builder)
  if (parameters.length > 0) throw new Error('a path with such keys cannot be indexed')
  return text
}

/**
 * Creates the table, its columns and indexes. While the table is empty, this is quick and cannot fail. Made once for each
 * layout, because each migration step plans anew. A layout belongs to one database, and so to one dialect.
 */
export const recordTableDefinitions = onceFor((layout: RecordLayout, dialect: SqlDialect): readonly string[] => {
  const columns = layout.columns.map((column) => recordColumn(column, layout, dialect))
  const key = sql.join(layout.key.map(({ column }) => sql.id(column)))
  // A table that only grows at its end needs no second tree: one page less for each commit.
  const ending = layout.spec.inCommitOrder ? dialect.keyedTable : sql``
  return [
    written(sql`create table ${sql.id(layout.table)} (${sql.join(columns)}, primary key (${key}))${ending}`, dialect),
    ...layout.spec.indexes.map((index) => recordIndexDefinition(layout, index, dialect)),
  ]
})

/** Adds a column. Existing records of a column that is not nullable get the smallest value of its type. */
export function addRecordColumn(layout: RecordLayout, column: LaidOutColumn, dialect: SqlDialect): string {
  const definition = recordColumn(column, layout, dialect)
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
 * Only key columns are `not null`; the writer refuses other nulls. So a removed column does not prevent inserts while
 * its drop, which is destructive, waits for permission.
 */
function recordColumn({ name, column, type }: LaidOutColumn, { spec }: RecordLayout, dialect: SqlDialect): Fragment {
  const isPlace = (spec.inCommitOrder || spec.numbered) && name === 'place'
  const definition = sql`${sql.id(column)} ${isPlace ? dialect.commitOrder.place : dialect.types[type]}`
  return spec.key.includes(name) ? sql`${definition} not null` : definition
}
