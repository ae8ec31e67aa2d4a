import {
  type ContentSpec,
  type ContentStep,
  type JsonObject,
  parseJson,
  type RecordRow,
  type RecordTable,
  type StorageTransaction,
} from '@quire/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { SqlDocumentReader } from '../documents/sql-document-reader.ts'
import { runTransaction } from '../documents/sql-transaction.ts'
import { everyDocument } from './every-document.ts'
import { everyRecord } from './every-record.ts'
import type { RecordedObject } from './record.ts'

/** Everything that holds the content of some documents: their table, tables of copies of them, and records such as snapshots. */
export interface ContentPlaces {
  readonly table: string
  readonly copies: readonly string[]
  readonly records: readonly RecordTable[]
}

/** Only what is there: a table that is about to be made is filled from the others. */
export function placesOfContent(
  tables: DocumentTables,
  table: string,
  recorded: readonly RecordedObject[],
): ContentPlaces {
  const isThere = (kind: 'copies' | 'records', name: string) =>
    recorded.some((object) => object.kind === kind && object.table === name)
  return {
    table,
    copies: [...tables.layouts.values()]
      .filter(({ spec }) => spec.copies?.of === table && isThere('copies', spec.name))
      .map(({ spec }) => spec.name),
    records: tables.records.layouts
      .filter(({ spec }) => spec.contents?.of === table && isThere('records', spec.name))
      .map(({ spec }) => spec),
  }
}

/**
 * Changes content wherever it is. Documents keep their revision and snapshots theirs: nobody wrote anything, and what is read is the
 * same in another form.
 */
export async function changeContent(
  tables: DocumentTables,
  session: Session,
  places: ContentPlaces,
  spec: ContentSpec,
  step: ContentStep,
): Promise<void> {
  const changed = (json: string): { json: string; shape: string } | null => {
    const content = parseJson(json) as JsonObject
    return step.change(content) ? { json: JSON.stringify(content), shape: spec.shapeOf(content) } : null
  }
  await runTransaction(tables, session, async (tx) => {
    for (const table of [places.table, ...places.copies]) {
      for await (const document of everyDocument(tx, table)) {
        const next = changed(document.json)
        if (next) await tx.update(table, { ...document, ...next }, document.revision)
      }
    }
    for (const table of places.records) await changeRecords(tx, table, changed)
  })
}

async function changeRecords(
  tx: StorageTransaction,
  table: RecordTable,
  changed: (json: string) => { readonly json: string; readonly shape: string } | null,
): Promise<void> {
  const { contents, key, name } = table
  if (!contents) return
  for await (const row of everyRecord(tx.records, table)) {
    const next = changed(String(row[contents.json]))
    if (next)
      await tx.records.update(name, keyOfRow(row, key), { [contents.json]: next.json, [contents.shape]: next.shape })
  }
}

function keyOfRow(row: RecordRow, key: readonly string[]): RecordRow {
  return Object.fromEntries(key.map((column) => [column, row[column] ?? null]))
}

/** ": 1,204 values", counted in the documents themselves: a copy or snapshot holds the same ones again. */
export async function countLoss(
  tables: DocumentTables,
  session: Session,
  { table }: ContentPlaces,
  { loss }: ContentStep,
): Promise<string> {
  if (!loss) return ''
  let count = 0
  for await (const { json } of everyDocument(new SqlDocumentReader(tables, session), table))
    count += loss.count(parseJson(json) as JsonObject)
  return `: ${count.toLocaleString('en-US')} ${loss.of}${count === 1 ? '' : 's'}`
}
