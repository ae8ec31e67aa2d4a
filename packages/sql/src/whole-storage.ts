import type { DocumentReader, StorageTransaction, WholeStorage } from '@quirecms/core'
import { sql } from 'kysely'
import type { Attempt, Database, Session } from './dialect/database.ts'
import type { DocumentTables } from './documents/document-tables.ts'
import { SqlDocumentReader } from './documents/sql-document-reader.ts'
import { compileStatement } from './documents/statement.ts'
import { tableName } from './documents/table-layout.ts'
import { written } from './schema/definitions.ts'
import { REFERENCES_TABLE, SCHEMA_TABLE } from './schema/database-names.ts'
import { dropWords } from './schema/plan-search.ts'

interface Surroundings {
  readonly database: Database
  readonly tables: DocumentTables
  readonly observe: (session: Session) => Session
  readonly run: <T>(session: Session, attempt: Attempt, work: (tx: StorageTransaction) => Promise<T>) => Promise<T>
}

export function wholeStorage({ database, tables, observe, run }: Surroundings): WholeStorage {
  return {
    snapshot: (work) =>
      database.snapshot((session, copy) => {
        const reader: DocumentReader = new SqlDocumentReader(tables, observe(session))
        return work(reader, copy)
      }),
    isEmpty: async () => {
      const seeded = await seededTables(database, tables)
      for (const table of await database.contentTables())
        if (await holdsRows(database, tables, table, seeded.has(table))) return false
      return true
    },
    refill: (work) =>
      database.transaction(async (session, attempt) => {
        await tables.dialect.lockMigrations(session)
        await empty(session, tables)
        return run(session, attempt, work)
      }),
  }
}

/** Tables of globals, which have a document from the first migration on. */
async function seededTables(database: Database, { dialect }: DocumentTables): Promise<ReadonlySet<string>> {
  if (!(await dialect.tableExists(database.reader, SCHEMA_TABLE))) return new Set()
  const seeds = sql`select "table_name" from ${sql.id(SCHEMA_TABLE)} where "kind" = 'seed'`
  const { text, parameters } = compileStatement(seeds, dialect)([])
  return new Set((await database.reader.rows(text, parameters)).map(([name]) => tableName(String(name))))
}

/** A document that was created with its table counts only after a change. */
async function holdsRows(
  { reader }: Database,
  { dialect }: DocumentTables,
  table: string,
  isSeeded: boolean,
): Promise<boolean> {
  const changed = isSeeded ? sql` where "revision" > 1` : sql``
  const { text, parameters } = compileStatement(sql`select 1 from ${sql.id(table)}${changed} limit 1`, dialect)([])
  return (await reader.rows(text, parameters)).length > 0
}

async function empty(session: Session, tables: DocumentTables): Promise<void> {
  const { dialect, layouts, records, writes } = tables
  writes.wroteAnything()
  const names = [
    REFERENCES_TABLE,
    ...[...layouts.values()].map(({ table }) => table),
    ...records.layouts.map(({ table }) => table),
  ]
  for (const name of names) await session.command(written(sql`delete from ${sql.id(name)}`, dialect))
  for (const { spec, searchTable } of layouts.values()) {
    if (!spec.search) continue
    await dropWords(tables, session, spec.name)
    for (const statement of dialect.fullText.definitions(searchTable))
      await session.command(written(statement, dialect))
  }
}
