import { sql } from 'kysely'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { REFERENCE_COLUMNS } from '../documents/relationship-index.ts'
import type { FeatureColumn, TableLayout } from '../documents/table-layout.ts'
import { LOG_TABLE, REFERENCES_TABLE } from './own-tables.ts'
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
    // / A migration may change results without changing a document.
    ...dialect.watched(LOG_TABLE, '').map((watch) => written(watch, dialect)),
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
    ...dialect.watched(layout.table).map((watch) => written(watch, dialect)),
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
