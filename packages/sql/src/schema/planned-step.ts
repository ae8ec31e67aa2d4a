import type { MigrationStep, TellProgress } from '@quirecms/core'
import { sql } from 'kysely'
import type { Session } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { compileStatement } from '../documents/statement.ts'
import type { RecordedObject } from './record.ts'

export interface PlannedStep extends MigrationStep {
  /** `tell` reports the number of processed documents. */
  run(session: Session, tell: TellProgress): Promise<void>
  readonly describe?: (session: Session) => Promise<string>
  readonly made: readonly RecordedObject[]
  readonly gone: readonly RecordedObject[]
  /** Only creates something empty: takes no time, and doesn't affect later steps. */
  readonly isBeginning?: true
}

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

/** The same for a step that only creates something empty; several of these can run in one transaction. */
export function beginning(
  description: string,
  statements: readonly string[],
  made: readonly RecordedObject[],
): PlannedStep {
  return { ...definitionStep(description, statements, made), isBeginning: true }
}

/** The same for a step that deletes rows of a table, with their number. */
export function destroying(
  step: PlannedStep,
  what: { readonly table: string; readonly of: string; readonly where?: Fragment },
  dialect: SqlDialect,
): PlannedStep {
  const { table, of, where = sql`1 = 1` } = what
  const describe = async (session: Session) => {
    const { text, parameters } = compileStatement(
      sql`select count(*) from ${sql.id(table)} where ${where}`,
      dialect,
    )([])
    const [[count] = []] = await session.rows(text, parameters)
    return `${step.description}: ${amount(Number(count), of)}`
  }
  return { ...step, destructive: true, describe }
}

/** A number with its noun in the plural, for descriptions: "1,204 values". */
export function amount(count: number, of: string): string {
  return `${count.toLocaleString('en-US')} ${of}${count === 1 ? '' : 's'}`
}
