import type { SortKey } from '@quire/core'
import { sql } from 'kysely'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { pathKey } from './path.ts'
import { scalarKindOf, type TableColumns, targetOf } from './target.ts'

export function sortShape(sort: readonly SortKey[]): string {
  return sort.map(({ path, descending }) => `${descending ? '-' : '+'}${pathKey(path)}`).join()
}

/** The whole order: the keys, then `id` in the direction of the last one, so that pages never overlap. */
export function compileSort(sort: readonly SortKey[], table: TableColumns, dialect: SqlDialect): Fragment {
  const keys = sort.flatMap((key) => compileKey(key, table, dialect))
  const descending = sort.at(-1)?.descending ?? false
  return sql.join([...keys, dialect.order(sql.id('id'), { descending, nullable: false })])
}

function compileKey({ path, descending }: SortKey, table: TableColumns, dialect: SqlDialect): Fragment[] {
  const target = targetOf(path, table, dialect)
  const found = target.comparable(scalarKindOf(path))
  if (!found || target.through.length > 0) throw new Error(`a list of values has no order (${pathKey(path)})`)
  const options = { descending, nullable: target.nullable }
  const order = dialect.order(found.value, options)
  return found.indexed ? [dialect.order(found.indexed, options), order] : [order]
}
