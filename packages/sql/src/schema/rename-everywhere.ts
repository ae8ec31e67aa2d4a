import type { RecordTable } from '@quirecms/core'
import { sql } from 'kysely'
import type { Session } from '../dialect/database.ts'
import type { Fragment } from '../dialect/sql-dialect.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { compileStatement } from '../documents/statement.ts'
import { type TableLayout, tableName } from '../documents/table-layout.ts'
import { columnName, nameInDatabase, REFERENCES_TABLE } from './database-names.ts'
import type { RecordedObject } from './record.ts'

/** A renamed collection or global; the names of its tables begin with that of its documents' table. */
export interface Rename {
  readonly layout: TableLayout
  readonly from: string
  readonly to: string
}

/** What a step needs to know of later ones: the configuration has the table names after all of them. */
export interface Others {
  former(table: string): string
  later(table: string): string
  recorded(): readonly RecordedObject[]
}

export function namesOf({ from, to }: Rename): { kind: 'collection' | 'global'; before: string; after: string } {
  const GLOBAL = 'global:'
  if (!to.startsWith(GLOBAL)) return { kind: 'collection', before: from, after: to }
  return { kind: 'global', before: from.slice(GLOBAL.length), after: to.slice(GLOBAL.length) }
}

export async function renameInRecords(
  { dialect, records }: DocumentTables,
  session: Session,
  rename: Rename,
  next: Others,
): Promise<void> {
  const { kind, before, after } = namesOf(rename)
  const run = (fragment: Fragment) => runStatement(session, fragment, dialect)
  const isThere = ({ name }: RecordTable) =>
    next.recorded().some((object) => object.kind === 'records' && object.table === name)
  for (const { spec } of records.layouts) {
    if (!isThere(spec)) continue
    const table = sql.id(nameInDatabase('rec', next.former(spec.name)))
    for (const naming of spec.namingColumns ?? []) {
      const column = sql.id(columnName(naming.column))
      if (naming.holds === 'owner') {
        // Tables are named like their owners.
        const own = kind === 'global' ? sql`, ${sql.id(columnName(naming.document))} = ${after}` : sql``
        await run(sql`update ${table} set ${column} = ${rename.to}${own} where ${column} = ${rename.from}`)
      } else if (naming.holds === 'entity') {
        const document = sql.id(columnName(naming.document))
        const isKind = sql`${sql.id(columnName(naming.kind))} = ${kind} and ${column} = ${before}`
        const own = kind === 'global' ? sql`, ${document} = ${after}` : sql``
        await run(sql`update ${table} set ${column} = ${after}${own} where ${isKind}`)
      } else if (kind === 'collection' && naming.holds === 'user') {
        const id = sql`substr(${column}, ${sql.lit(before.length + 1)})`
        const isUser = sql`substr(${column}, 1, ${sql.lit(before.length + 1)}) = ${`${before}/`}`
        await run(sql`update ${table} set ${column} = ${dialect.parameter(after, 'text')} || ${id} where ${isUser}`)
      } else if (kind === 'collection') {
        // Records of an empty collection with this slug would conflict.
        if (spec.key.includes(naming.column)) await run(sql`delete from ${table} where ${column} = ${after}`)
        await run(sql`update ${table} set ${column} = ${after} where ${column} = ${before}`)
      }
    }
    if (kind === 'global' && spec.contents?.of === rename.to) {
      const document = sql.id(columnName(spec.contents.document))
      await run(sql`update ${table} set ${document} = ${after} where ${document} = ${before}`)
    }
  }
}

export async function renameInReferences(
  { dialect }: DocumentTables,
  session: Session,
  rename: Rename,
  renamed: (table: string) => string,
  moved: readonly RecordedObject[],
): Promise<void> {
  const { kind, before, after } = namesOf(rename)
  const references = sql.id(REFERENCES_TABLE)
  const run = (fragment: Fragment) => runStatement(session, fragment, dialect)
  for (const { table } of moved.filter((object) => object.kind === 'table')) {
    const id = kind === 'global' ? sql`, "source_id" = ${after}` : sql``
    await run(sql`update ${references} set "source_table" = ${renamed(table)}${id} where "source_table" = ${table}`)
    // The id of a global's document is its slug.
    if (kind === 'global')
      await run(sql`update ${sql.id(tableName(renamed(table)))} set "id" = ${after} where "id" = ${before}`)
  }
  if (kind === 'collection')
    await run(sql`update ${references} set "target_collection" = ${after} where "target_collection" = ${before}`)
}

async function runStatement(session: Session, fragment: Fragment, dialect: DocumentTables['dialect']): Promise<void> {
  const { text, parameters } = compileStatement(fragment, dialect)([])
  await session.change(text, parameters)
}
