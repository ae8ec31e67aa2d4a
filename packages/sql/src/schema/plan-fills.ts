import {
  type CopiedTable,
  type DocumentTable,
  QuireError,
  type RecordFill,
  type ReferenceSpec,
  type Repair,
  type StorageTransaction,
} from '@quirecms/core'
import { sql } from 'kysely'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { runTransaction } from '../documents/run-transaction.ts'
import { SqlDocumentReader } from '../documents/sql-document-reader.ts'
import { compileStatement } from '../documents/statement.ts'
import { type TableLayout, tableName } from '../documents/table-layout.ts'
import { adoptFiles } from './adopt-files.ts'
import { placesOfContent } from './change-content.ts'
import { everyDocument } from './stored-contents.ts'
import type { PlannedStep } from './planned-step.ts'
import { recordedKey, type RecordedObject } from './record.ts'

const MOST_NAMED = 5

/** Fills new tables of copies with one copy of each document: until now, all documents were live. */
export function planCopies(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const known = new Set(recorded.map(recordedKey))
  return [...tables.layouts.values()].flatMap(({ spec }): PlannedStep[] => {
    const { name, copies } = spec
    const object = copiesObject(name, copies?.of ?? '')
    if (!copies || known.has(recordedKey(object))) return []
    const run = (session: Session) => runTransaction(tables, session, (tx) => copyAll(tx, spec, copies))
    return [{ description: `copy ${copies.of} to ${name}`, destructive: false, run, made: [object], gone: [] }]
  })
}

/**
 * Removes tables of published copies that are no longer configured while their documents stay. Refused by default,
 * before anything else: reads would then use the documents, so a configuration change would publish drafts.
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
  // Copies may be left from an earlier use of drafts, and be outdated.
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
    `Without drafts, these unpublished documents of "${name}" would become public: ${named}. ` +
      'Switch drafts on again, publish or delete these, and then switch drafts off.',
  )
}

/**
 * Backfills record tables from the existing documents. A table that is no longer configured stays until a destructive
 * step drops it. If it is configured again before that, it lacks the changes in between, and is backfilled again.
 */
export function planFills(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const known = new Set(recorded.map(recordedKey))
  const begun = tables.records.layouts.flatMap(({ spec: { name, fill, firstRecord } }): PlannedStep[] => {
    const object: RecordedObject = { kind: 'record-fill', table: name, name: fill?.from ?? '', definition: '' }
    if ((!fill && !firstRecord) || known.has(recordedKey(object))) return []
    const run = (session: Session) =>
      runTransaction(tables, session, async (tx) => {
        if (fill) await fillFrom(tx, name, fill)
        if (firstRecord) await tx.records.append(name, firstRecord())
      })
    const description = fill ? `fill record table ${name}` : `begin record table ${name}`
    return [{ description, destructive: false, run, made: [object], gone: [] }]
  })
  const ended = recorded
    .filter(({ kind, table }) => kind === 'record-fill' && !tables.records.has(table))
    .map((object) => ({
      description: `stop writing ${object.table}`,
      destructive: false,
      run: async () => {},
      made: [],
      gone: [object],
    }))
  return [...begun, ...ended]
}

async function fillFrom(tx: StorageTransaction, table: string, { from, record }: RecordFill): Promise<void> {
  for await (const document of everyDocument(tx, from)) await tx.records.insert(table, record(document))
}

/** The repair as recorded; of a new table with the table itself, since it needs none. */
export function repairObjects({ spec: { name, repair } }: TableLayout): RecordedObject[] {
  return repair ? [{ kind: 'repair', table: name, name: repair.name, definition: '' }] : []
}

/** Repairs what earlier releases stored wrongly, once for each table that is older than the repair. */
export function planRepairs(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const known = new Set(recorded.map(recordedKey))
  const isThere = (table: string) => recorded.some((object) => object.kind === 'table' && object.table === table)
  return [...tables.layouts.values()].flatMap((layout): PlannedStep[] => {
    const { name, repair } = layout.spec
    const made = repairObjects(layout).filter((object) => !known.has(recordedKey(object)))
    if (!repair || made.length === 0 || !isThere(name)) return []
    const run = (session: Session) => runTransaction(tables, session, (tx) => mendAll(tx, name, repair))
    return [{ description: `repair ${name}: ${repair.name}`, destructive: false, run, made, gone: [] }]
  })
}

/** Documents keep their revision: the repaired value was not written by a user. */
async function mendAll(tx: StorageTransaction, table: string, repair: Repair): Promise<void> {
  for await (const document of everyDocument(tx, table)) {
    const json = repair.mend(document.json)
    if (json !== null) await tx.update(table, { ...document, json }, document.revision)
  }
}

/** The relationships as recorded; of a new table with the table itself, since nothing refers to anything yet. */
export function referenceObjects({ spec: { name, references } }: TableLayout): RecordedObject[] {
  return references ? [{ kind: 'references', table: name, name: '', definition: references.form }] : []
}

/**
 * Rebuilds the relationship index if other fields are relationships now, or their targets changed: writes update only
 * the references of the documents that they write.
 */
export function planReferences(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const known = new Set(recorded.map(recordedKey))
  const isThere = (table: string) => recorded.some((object) => object.kind === 'table' && object.table === table)
  return [...tables.layouts.values()].flatMap((layout): PlannedStep[] => {
    const { name, references, content } = layout.spec
    const made = referenceObjects(layout).filter((object) => !known.has(recordedKey(object)))
    if (!references || made.length === 0 || !isThere(name)) return []
    const { adoption } = references
    const run = async (session: Session) => {
      if (adoption && content) await adoptFiles(tables, session, placesOfContent(tables, name, recorded), adoption)
      // Copies may be reindexed before their documents, so references to adopted files are added to both.
      const copies = [...tables.layouts.values()].filter(({ spec }) => spec.copies?.of === name && isThere(spec.name))
      for (const table of [name, ...copies.map(({ spec }) => spec.name)])
        await findAnew(tables, session, table, references)
    }
    return [{ description: `find references of ${name}`, destructive: false, run, made, gone: [] }]
  })
}

async function findAnew(tables: DocumentTables, session: Session, table: string, spec: ReferenceSpec): Promise<void> {
  for await (const { id, json } of everyDocument(new SqlDocumentReader(tables, session), table)) {
    await tables.references.replace(session, table, id, spec.in(json))
  }
}
