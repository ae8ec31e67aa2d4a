import { onceFor } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import type { LaidOutIndex, LaidOutPart, TableLayout } from '../documents/table-layout.ts'
import { beginCompilation } from '../where/condition.ts'
import { indexedExpression, scalarKindOf } from '../where/target.ts'
import { keptColumn, newestFirstName } from './database-names.ts'
import { dropIndex, written } from './definitions.ts'

export interface PlannedIndex {
  readonly name: string
  readonly nameInDatabase: string
  /**
   * Creates the column that stores the value, if there is one; can be repeated. Statements need the column even before
   * the index exists.
   */
  readonly kept: readonly string[]
  readonly statements: readonly string[]
  /** The index of fields; undefined for the default orders. */
  readonly of: LaidOutIndex | undefined
}

/** Orders of every list: the default one, and the last change, for recent work. */
const ORDERS = [
  { name: 'by creation', column: 'created_at' },
  { name: 'by change', column: 'updated_at' },
] as const

/** Indexes of the default orders. Their names contain a space, so they can't be names of fields. */
export const orderIndexes = onceFor((layout: TableLayout, dialect: SqlDialect): readonly PlannedIndex[] =>
  ORDERS.map(({ name, column }) => {
    const nameInDatabase = layout.indexName([name, ...layout.scopes])
    const keys = columns([column, 'id', ...layout.scopes])
    // Early releases created this index without recording it, so nothing else would drop it.
    const former = dropIndex(`${layout.table}_by_creation`, dialect)
    const statements = [former, createIndex(nameInDatabase, layout, keys, dialect)]
    return { name, nameInDatabase, kept: [], statements, of: undefined }
  }),
)

/**
 * Maps `index` and `unique` of fields to indexes. A unique index holds the value alone. Any other field has two
 * indexes, for two kinds of list: sorted by the field (value, then id), which is also the narrower one to count in; and
 * "this category, newest first" (value, then creation), as on most pages. Both lists come out of their index in order.
 * A reference has only the second one: lists are not sorted by the ids of other documents, and each omitted index makes
 * writes cheaper.
 */
export const fieldIndexes = onceFor((layout: TableLayout, dialect: SqlDialect): readonly PlannedIndex[] =>
  layout.indexes.map((index) => {
    const { spec, name, parts } = index
    const held = parts.map((part) => heldBy(part, layout, dialect))
    const values = held.map(({ value }) => value)
    const scopes = layout.scopes.filter((column) => !held.some((one) => one.column === column))
    const byValue = createIndex(name, layout, [...values, ...columns(['id', ...scopes])], dialect)
    const newestFirst = [...values, ...columns(['created_at', 'id', ...scopes])]
    const unique = held.flatMap(({ value, rest }) => [value, ...rest])
    const statements = spec.unique
      ? [createIndex(name, layout, unique, dialect, sql`unique index`)]
      : parts.length > 1
        ? // With several fields, the caller defines their order.
          [byValue]
        : spec.unsorted
          ? [createIndex(name, layout, newestFirst, dialect)]
          : [byValue, createIndex(newestFirstName(name), layout, newestFirst, dialect)]
    const after = dialect.afterIndexing(sql.id(layout.table)).map((statement) => written(statement, dialect))
    const kept = held.flatMap((one) => one.kept)
    return { name: spec.name, nameInDatabase: name, kept, statements: [...statements, ...after], of: index }
  }),
)

/** Drops all indexes of an index definition, of which only the first one's name is recorded. */
export function dropIndexes(table: string, name: string, dialect: SqlDialect): string[] {
  const places = [undefined, ...Array.from({ length: MOST_PARTS }, (_, place) => place)]
  const kept = places.map(
    (place) => sql`alter table ${sql.id(table)} drop column if exists ${sql.id(keptColumn(name, place))}`,
  )
  const indexes = [name, newestFirstName(name)].map((one) => dropIndex(one, dialect))
  return dialect.kept ? [...indexes, ...kept.map((statement) => written(statement, dialect))] : indexes
}

/** Maximum number of values in an index. */
const MOST_PARTS = 5

interface Held {
  readonly value: Fragment
  /** The indexed column, if it is not part of the content. */
  readonly column?: string
  /** For unique indexes of text prefixes: the hash of the rest. */
  readonly rest: readonly Fragment[]
  /** Definition of the column that stores the value, if there is one. */
  readonly kept: readonly string[]
}

function heldBy({ path, column: name, isOwn }: LaidOutPart, layout: TableLayout, dialect: SqlDialect): Held {
  const ascending = (value: Fragment, nullable: boolean) =>
    dialect.order(sql`(${value})`, { descending: false, nullable })
  const [first] = path.steps
  if (first?.kind === 'column') {
    const { column, type, nullable } = layout.column(first.name)
    return { value: ascending(dialect.column(sql.id(column), type), nullable), column, rest: [], kept: [] }
  }
  const document = { columns: layout, name: undefined }
  const expression = indexedExpression(
    path,
    document,
    beginCompilation(dialect, () => layout),
  )
  if (!dialect.kept) return { value: ascending(expression, true), rest: [], kept: [] }
  const kind = scalarKindOf(path)
  const column = sql.id(name)
  const content = kind === 'text' ? dialect.kept.prefix(expression) : expression
  const definition = sql`alter table ${sql.id(layout.table)}
    add column if not exists ${column} ${dialect.kept.types[kind]} generated always as (${content}) stored`
  return {
    value: ascending(column, true),
    rest: kind === 'text' ? [sql`(${dialect.kept.rest(expression)})`] : [],
    kept: isOwn ? [written(definition, dialect)] : [],
  }
}

function columns(names: readonly string[]): Fragment[] {
  return names.map((name) => sql.id(name))
}

function createIndex(
  name: string,
  { table }: TableLayout,
  keys: readonly Fragment[],
  dialect: SqlDialect,
  kind: Fragment = sql`index`,
): string {
  return written(sql`create ${kind} ${sql.id(name)} on ${sql.id(table)} (${sql.join(keys)})`, dialect)
}
