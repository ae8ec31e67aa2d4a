import type { Repair, StorageTransaction } from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { runTransaction } from '../documents/run-transaction.ts'
import type { TableLayout } from '../documents/table-layout.ts'
import { everyDocument } from './every-document.ts'
import type { PlannedStep } from './planned-step.ts'
import { keyOf, type RecordedObject } from './record.ts'

/** Recorded state of a table's repair; of a new table, recorded with the table itself, since it needs none. */
export function repairObjects({ spec: { name, repair } }: TableLayout): RecordedObject[] {
  return repair ? [{ kind: 'repair', table: name, name: repair.name, definition: '' }] : []
}

/** Repairs what earlier releases stored wrongly, once for each table that is older than the repair. */
export function planRepairs(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const known = new Set(recorded.map(keyOf))
  const isThere = (table: string) => recorded.some((object) => object.kind === 'table' && object.table === table)
  return [...tables.layouts.values()].flatMap((layout): PlannedStep[] => {
    const { name, repair } = layout.spec
    const made = repairObjects(layout).filter((object) => !known.has(keyOf(object)))
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
