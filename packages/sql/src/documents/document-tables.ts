import type { DocumentTable, StorageSchema, Condition, DocumentLock, LruByBytes, StoredDocument } from '@quirecms/core'
import type { WriteLog, SqlValue } from '../dialect/database.ts'
import type { SqlDialect, Fragment } from '../dialect/sql-dialect.ts'
import { RecordTables } from '../records/record-statements.ts'
import { RelationshipIndex } from './relationship-index.ts'
import { SearchIndex } from './search-index.ts'
import {
  statementCache,
  type BoundStatement,
  compileStatement,
  CachedStatements,
  type Statement,
  type StatementOptions,
} from './statement.ts'
import { layoutsOf, type TableLayout } from './table-layout.ts'
import { sql } from 'kysely'
import { type Compilation, Slot, type TableColumns } from '../where/compilation.ts'
import { beginCompilation } from '../where/condition.ts'
import { keyOfCondition } from '../where/operators.ts'
import { documentColumns, writtenColumns, writtenValues } from './document-row.ts'
import { InverseStatements } from './inverse-statements.ts'
import { ListStatements, ListCompiler, NAME } from './list-statements.ts'
import { TotalStatements } from './total-statements.ts'

/**
 * All statements for documents and records; created once for each database and shared by its reader and its
 * transactions.
 */
export class DocumentTables {
  readonly dialect: SqlDialect
  readonly layouts: ReadonlyMap<string, TableLayout>
  readonly references: RelationshipIndex
  readonly search: SearchIndex
  readonly records: RecordTables
  readonly writes: WriteLog
  readonly #schema: StorageSchema
  readonly #statements: ReadonlyMap<string, DocumentStatements>

  constructor(schema: StorageSchema, dialect: SqlDialect, writes: WriteLog) {
    this.#schema = schema
    this.dialect = dialect
    this.writes = writes
    this.layouts = layoutsOf(schema)
    const cache = statementCache()
    this.references = new RelationshipIndex(dialect)
    this.search = new SearchIndex(dialect)
    this.records = new RecordTables(schema, dialect, cache)
    this.#statements = new Map(
      [...this.layouts].map(([name, layout]) => [
        name,
        new DocumentStatements(layout, dialect, (table) => this.statements(table).layout, cache),
      ]),
    )
  }

  /** The schema with further tables of documents, for migrations that need tables which are no longer configured. */
  with(tables: readonly DocumentTable[]): DocumentTables {
    const schema = { ...this.#schema, tables: [...this.#schema.tables, ...tables] }
    return new DocumentTables(schema, this.dialect, this.writes)
  }

  statements(table: string): DocumentStatements {
    const statements = this.#statements.get(table)
    if (!statements) throw new Error(`there is no table ${table}`)
    return statements
  }
}

const ALWAYS: Condition = { kind: 'always' }

export class DocumentStatements {
  readonly layout: TableLayout
  readonly lists: ListStatements
  readonly totals: TotalStatements
  readonly inverses: InverseStatements
  readonly #dialect: SqlDialect
  readonly #columnsOf: (table: string) => TableColumns
  readonly #cached: CachedStatements
  readonly #get: Statement
  readonly #insert: Statement
  readonly #update: Statement
  readonly #remove: Statement

  constructor(
    layout: TableLayout,
    dialect: SqlDialect,
    columnsOf: (table: string) => TableColumns,
    cache: LruByBytes<Statement>,
  ) {
    this.layout = layout
    this.#cached = new CachedStatements(cache)
    this.#dialect = dialect
    this.#columnsOf = columnsOf
    const compiler = new ListCompiler(layout, dialect, columnsOf)
    this.lists = new ListStatements(compiler, cache)
    this.totals = new TotalStatements(compiler, cache)
    this.inverses = new InverseStatements(layout, dialect, columnsOf, cache)
    this.#get = this.#compile(this.#select(sql`"id" = ${new Slot(0)}`))
    this.#insert = this.#compile(this.#insertion())
    this.#update = this.#compile(this.#replacement())
    this.#remove = this.#compile(sql`delete from ${sql.id(layout.table)} where "id" = ${new Slot(0)}`)
  }

  get(id: string, condition: Condition | undefined, lock: DocumentLock | undefined): BoundStatement {
    if ((!condition || condition.kind === 'always') && !lock) return this.#get([id])
    const values: SqlValue[] = [id]
    const key = `get ${lock} ${keyOfCondition(condition ?? ALWAYS, values)}`
    const statement = this.#cached.getOrMake(key, () => {
      const where = this.#condition(condition ?? ALWAYS, this.#begin({ slotsTaken: 1, keyed: true }))
      const selected = this.#select(sql`"d"."id" = ${new Slot(0)} and ${where}`)
      return this.#compile(this.#locked(selected, lock))
    })
    return statement(values)
  }

  getMany(ids: readonly string[], condition: Condition, lock: DocumentLock | undefined): BoundStatement {
    return this.#among(ids, condition, `many ${lock}`, (where) => this.#locked(this.#select(where), lock))
  }

  idsAmong(ids: readonly string[], condition: Condition): BoundStatement {
    const id = sql.id(NAME, 'id')
    return this.#among(ids, condition, 'ids', (where) => sql`select ${id} from ${this.#from()} where ${where}`)
  }

  #among(
    ids: readonly string[],
    condition: Condition,
    what: string,
    select: (where: Fragment) => Fragment,
  ): BoundStatement {
    const values: SqlValue[] = [ids]
    const statement = this.#cached.getOrMake(`${what} ${keyOfCondition(condition, values)}`, () => {
      const byIds = this.#dialect.isAnyOf(sql.id(NAME, 'id'), new Slot(0), 'text')
      const where = this.#condition(condition, this.#begin({ slotsTaken: 1, keyed: true }))
      return this.#compile(select(sql`${byIds} and ${where}`), {
        manyOf: ([some]) => ({
          table: this.layout.table,
          most: (some as readonly string[]).length,
          isPartial: what === 'ids',
        }),
      })
    })
    return statement(values)
  }

  insert(document: StoredDocument): BoundStatement {
    return this.#insert(writtenValues(document, this.layout))
  }

  /** Callers pass a power of two of documents (`inPowersOfTwo`), which bounds the number of statements. */
  insertAll(documents: readonly StoredDocument[]): BoundStatement {
    const values = documents.flatMap((document) => writtenValues(document, this.layout))
    const statement = this.#cached.getOrMake(`insert ${documents.length}`, () =>
      this.#compile(this.#insertion(documents.length)),
    )
    return statement(values)
  }

  update(document: StoredDocument, expectedRevision: number): BoundStatement {
    return this.#update([...writtenValues(document, this.layout), expectedRevision])
  }

  remove(id: string): BoundStatement {
    return this.#remove([id])
  }

  #insertion(rows = 1): Fragment {
    const names = sql.join(writtenColumns(this.layout, this.#dialect).map(({ name }) => sql.id(name)))
    const values = Array.from({ length: rows }, (_, row) => {
      const columns = writtenColumns(this.layout, this.#dialect, row)
      return sql`(${sql.join(columns.map(({ value }) => value))})`
    })
    return sql`insert into ${sql.id(this.layout.table)} (${names}) values ${sql.join(values)}`
  }

  #replacement(): Fragment {
    const columns = writtenColumns(this.layout, this.#dialect)
    // These never change, and SQLite rewrites every index that contains a column which is set.
    const changing = columns.filter(({ name }) => name !== 'id' && name !== 'created_at')
    const assignments = sql.join(changing.map(({ name, value }) => sql`${sql.id(name)} = ${value}`))
    const expected = sql`"id" = ${new Slot(0)} and "revision" = ${new Slot(columns.length)}`
    return sql`update ${sql.id(this.layout.table)} set ${assignments} where ${expected}`
  }

  #select(where: Fragment): Fragment {
    return sql`select ${documentColumns(this.layout, this.#dialect)} from ${this.#from()} where ${where}`
  }

  #locked(selected: Fragment, lock: DocumentLock | undefined): Fragment {
    return lock ? sql`${selected} ${this.#dialect.rowLock(lock, NAME)}` : selected
  }

  #from(): Fragment {
    return sql`${sql.id(this.layout.table)} as ${sql.id(NAME)}`
  }

  #begin(options: { readonly slotsTaken: number; readonly keyed?: boolean }): Compilation {
    return beginCompilation(this.#dialect, this.#columnsOf, options)
  }

  #condition(condition: Condition, compilation: Compilation): Fragment {
    return compilation.condition(condition, { columns: this.layout, name: NAME })
  }

  #compile(fragment: Fragment, options?: StatementOptions): Statement {
    return compileStatement(fragment, this.#dialect, options)
  }
}
