import { type CopiedTable, type DocumentTable, QuireError, type StorageTransaction } from '@quirecms/core'
import { sql } from 'kysely'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { runTransaction } from '../documents/run-transaction.ts'
import { compileStatement } from '../documents/statement.ts'
import { tableName } from '../documents/table-layout.ts'
import { everyDocument } from './every-document.ts'
import type { PlannedStep } from './planned-step.ts'
import { keyOf, type RecordedObject } from './record.ts'

const MOST_NAMED = 5

/** Backfills new tables of copies with one copy of each document, since all of them were live until now. */
export function planCopies(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const known = new Set(recorded.map(keyOf))
  return [...tables.layouts.values()].flatMap(({ spec }): PlannedStep[] => {
    const { name, copies } = spec
    const object = copiesObject(name, copies?.of ?? '')
    if (!copies || known.has(keyOf(object))) return []
    const run = (session: Session) => runTransaction(tables, session, (tx) => copyAll(tx, spec, copies))
    return [{ description: `copy ${copies.of} to ${name}`, destructive: false, run, made: [object], gone: [] }]
  })
}

/**
 * Tables of published copies that are no longer configured, while their documents stay. From then on, all reads use the
 * documents, so that unpublished changes would become public by a change of the configuration. This check comes first
 * and refuses that.
 */
export function planEndOfCopies(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  return recorded
    .filter(({ kind, table, name }) => kind === 'copies' && tables.layouts.has(name) && !tables.layouts.has(table))
    .map((object) => ({
      description: `read ${object.name} instead of ${object.table}`,
      destructive: false,
      run: (session: Session) => refuseIfTheyDiffer(tables, session, object),
      made: [],
      gone: [object],
    }))
}

function copiesObject(table: string, of: string): RecordedObject {
  return { kind: 'copies', table, name: of, definition: '' }
}

async function copyAll(
  tx: StorageTransaction,
  { name: table, references }: DocumentTable,
  { of, columns }: CopiedTable,
): Promise<void> {
  // / There may be outdated copies, from before documents were changed without them.
  for await (const { id } of everyDocument(tx, table)) await tx.remove(table, id)
  for await (const document of everyDocument(tx, of)) {
    const marked = { ...document, columns: columns(document) }
    await tx.update(of, marked, document.revision)
    await tx.insert(table, marked, references?.in(document.json) ?? [])
  }
}

async function refuseIfTheyDiffer(
  { dialect }: DocumentTables,
  session: Session,
  { table, name }: RecordedObject,
): Promise<void> {
  const own = sql.id(tableName(name))
  const copies = sql.id(tableName(table))
  const differing = sql`select "id" from ${own} as "own" where not exists
    (select 1 from ${copies} as "copy" where "copy"."id" = "own"."id" and "copy"."data" = "own"."data")
    order by "id" limit ${sql.lit(MOST_NAMED + 1)}`
  const { text, parameters } = compileStatement(differing, dialect)([])
  const ids = (await session.rows(text, parameters)).map(([id]) => String(id))
  if (ids.length === 0) return
  const named = ids.slice(0, MOST_NAMED).join(', ') + (ids.length > MOST_NAMED ? ' and more' : '')
  throw new QuireError(
    'conflict',
    `Without drafts, everybody would read what is not published yet in "${name}": ${named}. ` +
      'Switch drafts on again, publish or delete these, and then switch drafts off.',
  )
}
