import type { DataMigration, DocumentTable, TellProgress } from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { runTransaction } from '../documents/run-transaction.ts'
import type { PlannedStep } from './planned-step.ts'
import { recordedKey, ofTable, type RecordedObject } from './record.ts'

/** Runs the application's own migrations. Statements need the `kept` columns before the indexes exist. */
export function planRuns(
  all: DocumentTables,
  migrations: readonly DataMigration[],
  recorded: readonly RecordedObject[],
  kept: () => readonly string[],
): PlannedStep[] {
  return missingRuns(migrations, recorded).map((migration) => ({
    description: `run ${migration.name}`,
    destructive: false,
    run: async (session: Session, tell: TellProgress) => {
      for (const column of kept()) await session.command(column)
      const tables = all.with(leftOverTables(all, recorded))
      const context = { tables: [...tables.layouts.keys()], tell }
      await runTransaction(tables, session, (tx) => migration.run(tx, context))
    },
    made: [runObject(migration)],
    gone: [],
  }))
}

/** Data migrations that have not run yet, in their order. */
export function missingRuns(
  migrations: readonly DataMigration[],
  recorded: readonly RecordedObject[],
): readonly DataMigration[] {
  const known = new Set(recorded.map(recordedKey))
  return migrations
    .filter((migration) => !known.has(recordedKey(runObject(migration))))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Tables that are no longer configured, with their recorded columns and without indexes. */
function leftOverTables({ layouts }: DocumentTables, recorded: readonly RecordedObject[]): DocumentTable[] {
  const left = recorded.filter(({ kind, table }) => kind === 'table' && !layouts.has(table))
  return left.map(({ table }) => ({
    name: table,
    columns: ofTable(recorded, ['column'], table).map(({ name, definition }) => ({
      name,
      type: definition === 'integer' ? ('integer' as const) : ('text' as const),
    })),
    indexes: [],
    shape: '',
  }))
}

function runObject({ name }: DataMigration): RecordedObject {
  return { kind: 'run', table: '', name, definition: '' }
}
