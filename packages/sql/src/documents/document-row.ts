import type { ColumnValue, StoredDocument } from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlRow, SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { Slot } from '../where/compilation.ts'
import type { TableLayout } from './table-layout.ts'

const NO_COLUMNS: StoredDocument['columns'] = Object.freeze({})

const SYSTEM_COLUMNS = ['id', 'revision', 'created_at', 'updated_at', 'shape', 'data']

/**
 * Selected columns of a document, in the order that `documentOf` expects; only the members with these names, if given.
 */
export function documentColumns(layout: TableLayout, dialect: SqlDialect, members?: Slot): Fragment {
  const json = sql.id('data')
  return sql.join(
    [...SYSTEM_COLUMNS, ...layout.features.map(({ column }) => column)].map((name) =>
      name === 'data' ? (members ? dialect.membersOf(json, members) : dialect.jsonAsText(json)) : sql.id(name),
    ),
  )
}

export function documentOf(row: SqlRow, { features }: TableLayout): StoredDocument {
  const [id, revision, createdAt, updatedAt, shape, json, ...values] = row as StoredRow
  if (features.length === 0) return { id, revision, createdAt, updatedAt, json, shape, columns: NO_COLUMNS }
  const columns: Record<string, ColumnValue> = {}
  for (const [index, { name }] of features.entries()) columns[name] = values[index] ?? null
  return { id, revision, createdAt, updatedAt, json, shape, columns }
}

type StoredRow = readonly [string, number, string, string, string, string, ...ColumnValue[]]

/** The columns that a write sets, in the order of `writtenValues`; with several documents, those at `row`. */
export function writtenColumns(
  layout: TableLayout,
  dialect: SqlDialect,
  row = 0,
): readonly { readonly name: string; readonly value: Fragment }[] {
  const names = [...SYSTEM_COLUMNS, ...layout.features.map(({ column }) => column)]
  return names.map((name, index) => {
    const slot = new Slot(row * names.length + index)
    return { name, value: name === 'data' ? dialect.parameter(slot, 'json') : sql`${slot}` }
  })
}

export function writtenValues(document: StoredDocument, layout: TableLayout): SqlValue[] {
  const { id, revision, createdAt, updatedAt, shape, json, columns } = document
  return [id, revision, createdAt, updatedAt, shape, json, ...layout.features.map(({ name }) => columns[name] ?? null)]
}
