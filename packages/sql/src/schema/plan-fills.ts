import type { RecordFill, StorageTransaction } from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { runTransaction } from '../documents/run-transaction.ts'
import { everyDocument } from './every-document.ts'
import type { PlannedStep } from './planned-step.ts'
import { keyOf, type RecordedObject } from './record.ts'

/**
 * Backfills record tables from the existing documents. A table that is no longer configured stays until a destructive
 * step drops it. If it is configured again before that, it lacks the changes in between, and is backfilled again.
 */
export function planFills(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedStep[] {
  const known = new Set(recorded.map(keyOf))
  const begun = tables.records.layouts.flatMap(({ spec: { name, fill, firstRecord } }): PlannedStep[] => {
    const object: RecordedObject = { kind: 'record-fill', table: name, name: fill?.from ?? '', definition: '' }
    if ((!fill && !firstRecord) || known.has(keyOf(object))) return []
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
