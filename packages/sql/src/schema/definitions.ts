import type { IndexSpec } from '@quire/core'
import { sql } from 'kysely'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { REFERENCE_COLUMNS } from '../documents/relationship-index.ts'
import { type FeatureColumn, indexName, type TableLayout } from '../documents/table-layout.ts'
import { beginCompilation } from '../where/condition.ts'
import { pathKey } from '../where/path-key.ts'
import { scalarKindOf, targetOf } from '../where/target.ts'
import { REFERENCES_TABLE } from './own-tables.ts'
import { bookkeepingTables } from './record.ts'

/** What every database holds besides documents. Each statement can run again. */
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
        ${sql.join(columns.map((column) => sql`${column} ${text} not null`))}, primary key (${sql.join(columns)}))`,
      dialect,
    ),
    written(
      sql`create index if not exists "quire_references_by_target" on ${references} (${sql.join(byTarget.map((name) => sql.id(name)))})`,
      dialect,
    ),
  ]
}

/** The table with its columns, and the index for the default order of lists. */
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
  const byCreation = sql.id(`${layout.table}_by_creation`)
  return [
    written(sql`create table ${sql.id(layout.table)} (${sql.join(columns)})`, dialect),
    written(sql`create index ${byCreation} on ${sql.id(layout.table)} ("created_at", "id")`, dialect),
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

/**
 * Holds what comparisons and sorts of the path read, then the default order: "this category, newest first" is the list that most
 * pages show, and it comes out of the index as it is.
 */
export function indexDefinition(layout: TableLayout, index: IndexSpec, dialect: SqlDialect): string {
  const compilation = beginCompilation(dialect, () => layout, 0)
  const target = targetOf(index.path, { columns: layout, name: undefined }, compilation)
  const found = target.comparable(scalarKindOf(index.path))
  if (!found) throw new Error(`the index ${index.name} of ${layout.spec.name} holds nothing (${pathKey(index.path)})`)
  const ascending = (value: Fragment) =>
    dialect.order(sql`(${value})`, { descending: false, nullable: target.nullable })
  const keys = [ascending(found.indexed ?? found.value)]
  if (!index.unique) keys.push(sql`"created_at"`, sql`"id"`)
  else if (found.indexed && dialect.textRest) keys.push(sql`(${dialect.textRest(found.value)})`)
  const kind = index.unique ? sql`unique index` : sql`index`
  const name = sql.id(indexName(layout.spec.name, index))
  return written(sql`create ${kind} ${name} on ${sql.id(layout.table)} (${sql.join(keys)})`, dialect)
}

function columnDefinition({ column, type }: FeatureColumn, dialect: SqlDialect): Fragment {
  return sql`${sql.id(column)} ${dialect.types[type]}`
}

/** Definitions take no parameters. */
export function written(fragment: Fragment, dialect: SqlDialect): string {
  const { sql: text, parameters } = fragment.compile(dialect.builder)
  if (parameters.length > 0) throw new Error('a path with such keys cannot be indexed')
  return text
}
