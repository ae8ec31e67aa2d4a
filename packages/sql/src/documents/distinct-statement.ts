import type { Condition, CountedValue, Path } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, ScalarKind } from '../dialect/sql-dialect.ts'
import type { Compilation, DocumentInStatement } from '../where/compilation.ts'
import { idOf } from '../where/follow-path.ts'
import { scalarKindOf, targetOf } from '../where/target.ts'

/**
 * Rows of a value and the number of documents that have it, the most frequent first. A document with several rows
 * counts once for each value. A path without a value gives null, as in conditions.
 */
export function distinctValues(
  places: readonly { readonly where: Condition; readonly document: DocumentInStatement & { readonly name: string } }[],
  path: Path,
  compilation: Compilation,
): Fragment {
  const { dialect } = compilation
  const values = places.map(({ where, document }) => valuesIn(document, where, path, compilation))
  const limit = sql`${compilation.slot()}`
  const order = dialect.order(sql.id('value'), { descending: false, nullable: true })
  return sql`select "value", count(*) as "count" from (${sql.join(values, sql` union all `)}) as "found" group by "value"
    order by "count" desc, ${order} limit ${limit}`
}

function valuesIn(
  document: DocumentInStatement & { readonly name: string },
  where: Condition,
  path: Path,
  compilation: Compilation,
): Fragment {
  const condition = compilation.condition(where, document)
  const target = targetOf(path, document, compilation)
  const found = target.comparable(scalarKindOf(path))
  if (!found) throw new Error('nothing of this path can be told apart')
  const from = sql`${sql.id(document.columns.table)} as ${sql.id(document.name)}`
  const joins = target.through.map((rows) => sql` left join ${rows.from} on ${rows.on}`)
  const isOnce = joins.length === 0
  const selected = isOnce ? sql`select ` : sql`select distinct ${idOf(document)} as "id", `
  return sql`${selected}${found.value} as "value" from ${from}${sql.join(joins, sql``)} where ${condition}`
}

/** Databases have their own forms of numbers and booleans. */
export function countedValue([value, count]: readonly unknown[], kind: ScalarKind): CountedValue {
  return { value: value === null ? null : scalarOf(value, kind), count: Number(count) }
}

function scalarOf(value: unknown, kind: ScalarKind): string | number | boolean {
  if (kind === 'boolean') return value === true || value === 1
  return kind === 'number' ? Number(value) : String(value)
}
