import type { AppliedMigration } from '@quirecms/core'
import { sql } from 'kysely'
import type { Session } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { compileStatement } from '../documents/statement.ts'
import { LOG_TABLE, SCHEMA_TABLE } from './database-names.ts'

export const DOCUMENT_KINDS = ['table', 'column', 'index', 'seed', 'repair', 'references', 'copies', 'fields'] as const
/** Kinds of objects of a table of records, which may share its name with a table of documents. */
export const RECORD_KINDS = ['records', 'record-column', 'record-index', 'record-fill'] as const

export interface RecordedObject {
  readonly kind: 'base' | 'run' | 'search' | (typeof DOCUMENT_KINDS)[number] | (typeof RECORD_KINDS)[number]
  readonly table: string
  readonly name: string
  /** If it differs from the recorded one, the object is dropped and created again. */
  readonly definition: string
}

export function bookkeepingTables(dialect: SqlDialect): Fragment[] {
  const { text, integer } = dialect.types
  return [
    sql`create table if not exists ${sql.id(SCHEMA_TABLE)} ("kind" ${text} not null, "table_name" ${text} not null,
      "name" ${text} not null, "definition" ${text} not null, primary key ("kind", "table_name", "name"))`,
    sql`create table if not exists ${sql.id(LOG_TABLE)} ("step" ${integer} not null primary key,
      "description" ${text} not null, "applied_at" ${text} not null)`,
  ]
}

export function recordedKey({ kind, table, name, definition }: RecordedObject): string {
  return `${kind}\n${table}\n${name}\n${definition}`
}

export function ofTable(
  objects: readonly RecordedObject[],
  kinds: readonly RecordedObject['kind'][],
  table: string,
): RecordedObject[] {
  return objects.filter((object) => object.table === table && kinds.includes(object.kind))
}

/** The recorded schema. Plans are computed from it, never from the objects that happen to exist. */
export class SchemaRecord {
  readonly #session: Session
  readonly #dialect: SqlDialect

  constructor(session: Session, dialect: SqlDialect) {
    this.#session = session
    this.#dialect = dialect
  }

  async objects(): Promise<RecordedObject[]> {
    if (!(await this.#dialect.tableExists(this.#session, SCHEMA_TABLE))) return []
    const rows = await this.#rows(sql`select "kind", "table_name", "name", "definition" from ${sql.id(SCHEMA_TABLE)}`)
    return rows.map(([kind, table, name, definition]) => ({
      kind: kind as RecordedObject['kind'],
      table: String(table),
      name: String(name),
      definition: String(definition),
    }))
  }

  async applied(): Promise<AppliedMigration[]> {
    if (!(await this.#dialect.tableExists(this.#session, LOG_TABLE))) return []
    const rows = await this.#rows(sql`select "description", "applied_at" from ${sql.id(LOG_TABLE)} order by "step"`)
    return rows.map(([description, appliedAt]) => ({ description: String(description), appliedAt: String(appliedAt) }))
  }

  async log(description: string): Promise<void> {
    await this.#change(sql`insert into ${sql.id(LOG_TABLE)} ("step", "description", "applied_at")
      select coalesce(max("step"), 0) + 1, ${this.#text(description)}, ${this.#text(new Date().toISOString())} from ${sql.id(LOG_TABLE)}`)
  }

  async remember(objects: readonly RecordedObject[]): Promise<void> {
    if (objects.length === 0) return
    const rows = objects.map(({ kind, table, name, definition }) => sql`(${kind}, ${table}, ${name}, ${definition})`)
    await this.#change(sql`insert into ${sql.id(SCHEMA_TABLE)} ("kind", "table_name", "name", "definition") values ${sql.join(rows)}
      on conflict ("kind", "table_name", "name") do update set "definition" = excluded."definition"`)
  }

  async forget({ kind, table, name }: Omit<RecordedObject, 'definition'>): Promise<void> {
    await this.#change(
      sql`delete from ${sql.id(SCHEMA_TABLE)} where "kind" = ${kind} and "table_name" = ${table} and "name" = ${name}`,
    )
  }

  #text(value: string): Fragment {
    return this.#dialect.parameter(value, 'text')
  }

  async #rows(fragment: Fragment) {
    const { text, parameters } = compileStatement(fragment, this.#dialect)([])
    return this.#session.rows(text, parameters)
  }

  async #change(fragment: Fragment): Promise<void> {
    const { text, parameters } = compileStatement(fragment, this.#dialect)([])
    await this.#session.change(text, parameters)
  }
}
