import type { SearchSpec } from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { SqlDocumentReader } from '../documents/sql-document-reader.ts'
import { searchTableName, type TableLayout } from '../documents/table-layout.ts'
import { written } from './definitions.ts'
import { everyDocument } from './stored-contents.ts'
import { definitionStep, type PlannedStep } from './planned-step.ts'
import { recordedKey, type RecordedObject } from './record.ts'

const TABLE = 'table'
/** Version of the full-text tables (an arbitrary text). Change it to rebuild them. */
const FULL_TEXT_LAYOUT_VERSION = 'often'
const WORDS = 'words'

/** Creates the full-text tables. Comes before all steps that write documents, since every write updates them. */
export function planSearchTables(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const known = new Set(recorded.map(recordedKey))
  return [...tables.layouts.values()].flatMap((layout): PlannedStep[] => {
    const { search, name } = layout.spec
    const object = objectOf(layout, TABLE, FULL_TEXT_LAYOUT_VERSION)
    if (!search || known.has(recordedKey(object))) return []
    const { fullText } = tables.dialect
    const fragments = [...fullText.drop(layout.searchTable), ...fullText.definitions(layout.searchTable)]
    const statements = fragments.map((statement) => written(statement, tables.dialect))
    const gone = recorded.filter((one) => one.kind === 'search' && one.table === name)
    return [{ ...definitionStep(`create table for the words of ${name}`, statements, [object]), gone }]
  })
}

/** Reindexes tables that became searchable, or whose search configuration or searched fields changed. */
export function planSearch(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const known = new Set(recorded.map(recordedKey))
  return [...tables.layouts.values()].flatMap((layout): PlannedStep[] => {
    const { name, search, shape } = layout.spec
    if (!search) return []
    const object = objectOf(layout, WORDS, `${search.form} ${shape}`)
    if (known.has(recordedKey(object)) && known.has(recordedKey(objectOf(layout, TABLE, FULL_TEXT_LAYOUT_VERSION))))
      return []
    const run = (session: Session) => indexAnew(tables, session, layout, search)
    return [{ description: `index the words of ${name}`, destructive: false, run, made: [object], gone: [] }]
  })
}

/**
 * Drops the full-text tables of collections without `search`. Not destructive: they can be rebuilt from the documents.
 */
export function planEndOfSearch(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const ended = recorded.filter(({ kind, table }) => kind === 'search' && !tables.layouts.get(table)?.spec.search)
  return [...Map.groupBy(ended, ({ table }) => table)].map(([table, gone]) => ({
    description: `forget the words of ${table}`,
    destructive: false,
    run: (session: Session) => dropWords(tables, session, table),
    made: [],
    gone,
  }))
}

function objectOf({ spec }: TableLayout, name: string, definition: string): RecordedObject {
  return { kind: 'search', table: spec.name, name, definition }
}

async function indexAnew(
  tables: DocumentTables,
  session: Session,
  layout: TableLayout,
  search: SearchSpec,
): Promise<void> {
  const { name } = layout.spec
  await dropWords(tables, session, name)
  for (const statement of tables.dialect.fullText.definitions(layout.searchTable))
    await session.command(written(statement, tables.dialect))
  for await (const { id, json } of everyDocument(new SqlDocumentReader(tables, session), name))
    await tables.search.put(session, layout, search, { id, json }, true)
}

export async function dropWords({ dialect }: DocumentTables, session: Session, table: string): Promise<void> {
  for (const statement of dialect.fullText.drop(searchTableName(table)))
    await session.command(written(statement, dialect))
}
