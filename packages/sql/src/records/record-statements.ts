import type {
  ColumnValue,
  CommittedQuery,
  Condition,
  LruByBytes,
  RecordQuery,
  RecordRow,
  StorageSchema,
} from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlRow, SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import {
  type BoundStatement,
  compileStatement,
  CachedStatements,
  type Statement,
  usualLimit,
} from '../documents/statement.ts'
import { Slot } from '../where/compilation.ts'
import { type LaidOutColumn, RecordLayout } from './record-layout.ts'
import { compileMatch, type ParsedMatch, parseRecordWhere } from './record-match.ts'

/** Key of records in commit order; of merely numbered ones, the second column alone. */
const PLACE = ['era', 'place']

/** Whether the database assigns the key. */
export function isPlaced({ spec }: RecordLayout): boolean {
  return spec.inCommitOrder === true || spec.numbered === true
}

export class RecordStatements {
  readonly layout: RecordLayout
  /** Columns that the database doesn't assign. */
  readonly given: readonly LaidOutColumn[]
  readonly #dialect: SqlDialect
  readonly #table: Fragment
  readonly #cached: CachedStatements
  readonly #insert: Statement

  constructor(layout: RecordLayout, dialect: SqlDialect, cache: LruByBytes<Statement>) {
    this.layout = layout
    this.given = isPlaced(layout) ? layout.columns.filter(({ name }) => !PLACE.includes(name)) : layout.columns
    this.#cached = new CachedStatements(cache)
    this.#dialect = dialect
    this.#table = sql.id(layout.table)
    const slots = sql.join(layout.columns.map((_, index) => sql`${new Slot(index)}`))
    this.#insert = compileStatement(
      sql`insert into ${this.#table} (${namesOf(layout.columns)}) values (${slots}) on conflict do nothing`,
      dialect,
    )
  }

  find(
    columns: readonly LaidOutColumn[],
    match: ParsedMatch,
    { where, sort, limit, offset, lock = false }: RecordQuery,
  ): BoundStatement {
    const page = limit === undefined && offset === undefined ? [] : [limit ?? Number.MAX_SAFE_INTEGER, offset ?? 0]
    if (!page.every((part) => Number.isSafeInteger(part) && part >= 0)) throw new Error('a page is counted from zero')
    const usual = limit === undefined ? undefined : usualLimit(limit)
    const order = sort ? `${sort.column} ${sort.descending}` : ''
    const asked = this.#asked(match, where)
    const chosen = columns === this.layout.columns ? '' : ` only ${columns.map(({ name }) => name).join(' ')}`
    const key = `find${chosen}${asked.statementKey} by ${order} page ${page.length} ${usual} ${lock}`
    return this.#run(key, [...asked.values, ...page], () => {
      const sorted = sql`select ${namesOf(columns)} from ${this.#table} where ${asked.compile()} order by ${this.#order(sort)}`
      const first = asked.values.length
      const most = usual === undefined ? sql`${new Slot(first)}` : sql.lit(usual)
      const paged = page.length === 0 ? sorted : sql`${sorted} limit ${most} offset ${new Slot(first + 1)}`
      return lock ? sql`${paged} ${this.#dialect.rowLock('change')}` : paged
    })
  }

  count(match: ParsedMatch, where?: Condition, upTo?: number): BoundStatement {
    const asked = this.#asked(match, where)
    if (upTo !== undefined) {
      const last = new Slot(asked.values.length)
      return this.#run(
        `count up to${asked.statementKey}`,
        [...asked.values, upTo],
        () =>
          sql`select count(*) from (select 1 from ${this.#table} where ${asked.compile()} limit ${last}) as counted`,
      )
    }
    return this.#run(
      `count${asked.statementKey}`,
      asked.values,
      () => sql`select count(*) from ${this.#table} where ${asked.compile()}`,
    )
  }

  /** Combines a match with a further condition into one `where` clause with one key. */
  #asked(match: ParsedMatch, where: Condition | undefined) {
    const compile = () => compileMatch(match, 0)
    if (!where) return { statementKey: match.statementKey, values: match.values, compile }
    const read = parseRecordWhere(where, this.layout, this.#dialect)
    return {
      statementKey: `${match.statementKey} where ${read.statementKey}`,
      values: [...match.values, ...read.values],
      compile: () => sql`${compile()} and ${read.compile(match.values.length)}`,
    }
  }

  sum(column: string, match: ParsedMatch): BoundStatement {
    return this.#run(
      `sum ${column}${match.statementKey}`,
      match.values,
      () =>
        sql`select coalesce(sum(${sql.id(this.layout.column(column).column)}), 0) from ${this.#table} where ${compileMatch(match, 0)}`,
    )
  }

  /** The values are in the order of the columns. */
  insert(values: readonly SqlValue[]): BoundStatement {
    return this.#insert(values)
  }

  /**
   * Inserts records with unique new keys, so no conflict is possible. Returns the position of those in commit order,
   * which the database assigns.
   */
  insertAll(rows: readonly (readonly SqlValue[])[]): BoundStatement {
    const [first = []] = rows
    return this.#run(`insert ${rows.length}`, rows.length === 1 ? first : rows.flat(), () => {
      const places: readonly string[] = this.layout.spec.inCommitOrder ? this.#placeColumns() : []
      const names = [...places, ...this.given.map(({ column }) => column)].map((name) => sql.id(name))
      const written = rows.map((_, index) => {
        const slots = this.given.map((_column, offset) => sql`${new Slot(index * this.given.length + offset)}`)
        return sql`(${sql.join([...this.#newPlace(index), ...slots])})`
      })
      return sql`insert into ${this.#table} (${sql.join(names)}) values ${sql.join(written)}`
    })
  }

  /** Key of the record at this index, if the database assigns it. */
  #newPlace(index: number): readonly Fragment[] {
    if (!this.layout.spec.inCommitOrder) return []
    const { commitOrder } = this.#dialect
    const [era, place] = this.#placeColumns()
    const newEra = commitOrder.newEra(this.#table, sql.id(era))
    return [newEra, commitOrder.newPlace(this.#table, sql.id(era), sql.id(place), index)]
  }

  /** The columns are followed by whether its place is final: no earlier transaction can still commit. */
  appended(match: ParsedMatch, { after, limit }: CommittedQuery): BoundStatement {
    const [era, place] = this.#placeColumns()
    const first = match.values.length
    return this.#run(`appended${match.statementKey}`, [...match.values, after.era, after.place, limit], () => {
      const behind = sql`(${sql.id(era)}, ${sql.id(place)}) > (${new Slot(first)}, ${new Slot(first + 1)})`
      const isFinal = this.#dialect.commitOrder.isFinal(sql.id(era))
      return sql`select ${namesOf(this.layout.columns)}, ${isFinal} from ${this.#table} where ${compileMatch(match, 0)} and ${behind} order by ${sql.id(era)}, ${sql.id(place)} limit ${new Slot(first + 2)}`
    })
  }

  lastAppended(): BoundStatement {
    const [era, place] = this.#placeColumns()
    return this.#run('last appended', [], () => {
      const isFinal = this.#dialect.commitOrder.isFinal(sql.id(era))
      return sql`select ${namesOf(this.layout.columns)} from ${this.#table} where ${isFinal} order by ${sql.id(era)} desc, ${sql.id(place)} desc limit 1`
    })
  }

  removeForeign(): BoundStatement {
    const [era] = this.#placeColumns()
    return this.#run(
      'remove foreign',
      [],
      () => sql`delete from ${this.#table} where ${this.#dialect.commitOrder.isForeign(sql.id(era))}`,
    )
  }

  #placeColumns(): readonly [era: string, place: string] {
    const { spec } = this.layout
    if (!spec.inCommitOrder) throw new Error(`${spec.name} is not in the order of commits`)
    return [this.layout.column('era').column, this.layout.column('place').column]
  }

  update(match: ParsedMatch, changes: RecordRow): BoundStatement {
    const columns = Object.keys(changes).map((name) => this.layout.column(name))
    const values = [...Object.values(changes), ...match.values]
    return this.#run(`update ${columns.map(({ name }) => name).join(' ')} where${match.statementKey}`, values, () => {
      const assignments = columns.map(({ column }, index) => sql`${sql.id(column)} = ${new Slot(index)}`)
      return sql`update ${this.#table} set ${sql.join(assignments)} where ${compileMatch(match, columns.length)}`
    })
  }

  remove(match: ParsedMatch): BoundStatement {
    return this.#run(
      `remove${match.statementKey}`,
      match.values,
      () => sql`delete from ${this.#table} where ${compileMatch(match, 0)}`,
    )
  }

  /** Ties are sorted in the same direction, as with documents. */
  #order(sort: RecordQuery['sort']): Fragment {
    const descending = sort?.descending ?? false
    const columns = new Set([...(sort ? [this.layout.column(sort.column)] : []), ...this.layout.key])
    return sql.join(
      [...columns].map(({ column, nullable }) => this.#dialect.order(sql.id(column), { descending, nullable })),
    )
  }

  #run(key: string, values: readonly SqlValue[], make: () => Fragment): BoundStatement {
    return this.#cached.getOrMake(key, () => compileStatement(make(), this.#dialect))(values)
  }
}

export function recordOf(row: SqlRow, columns: readonly LaidOutColumn[]): RecordRow {
  const record: Record<string, ColumnValue> = {}
  for (const [index, { name }] of columns.entries()) record[name] = row[index] as ColumnValue
  return record
}

function namesOf(columns: readonly LaidOutColumn[]): Fragment {
  return sql.join(columns.map(({ column }) => sql.id(column)))
}

export class RecordTables {
  readonly #statements = new Map<string, RecordStatements>()

  constructor({ records = [] }: StorageSchema, dialect: SqlDialect, cache: LruByBytes<Statement>) {
    for (const table of records) {
      if (this.#statements.has(table.name)) throw new Error(`two tables of records are named ${table.name}`)
      this.#statements.set(table.name, new RecordStatements(new RecordLayout(table), dialect, cache))
    }
  }

  get layouts(): RecordLayout[] {
    return [...this.#statements.values()].map(({ layout }) => layout)
  }

  has(table: string): boolean {
    return this.#statements.has(table)
  }

  statements(table: string): RecordStatements {
    const statements = this.#statements.get(table)
    if (!statements) throw new Error(`there is no table of records ${table}`)
    return statements
  }
}
