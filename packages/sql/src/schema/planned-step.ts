import type { MigrationStep } from '@quire/core'
import type { Session } from '../dialect/database.ts'
import type { RecordedObject } from './record.ts'

/** A step that can be done: what it runs, and what is recorded of it in the same transaction. */
export interface PlannedStep extends MigrationStep {
  run(session: Session): Promise<void>
  /** The description with what only a look at the documents can tell. */
  readonly describe?: (session: Session) => Promise<string>
  readonly made: readonly RecordedObject[]
  readonly gone: readonly RecordedObject[]
}

/** A step that is nothing but statements without parameters. */
export function definitionStep(
  description: string,
  statements: readonly string[],
  made: readonly RecordedObject[] = [],
): PlannedStep {
  const run = async (session: Session) => {
    for (const statement of statements) await session.command(statement)
  }
  return { description, destructive: false, run, made, gone: [] }
}
