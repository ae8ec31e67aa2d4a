import {
  type ApplyOptions,
  type ContentStep,
  type DataMigration,
  type Migrations,
  type MigrationStatus,
  type MigrationStep,
  QuireError,
} from '@quirecms/core'
import type { Database, Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { duplicates, planMigrations } from './plan.ts'
import { checkContents, doubtfulFields } from './plan-content.ts'
import { checkRenames } from './plan-renames.ts'
import { missingRuns } from './plan-runs.ts'
import type { PlannedStep } from './planned-step.ts'
import { findDoubtful } from './refusals.ts'
import { recordedKey, type RecordedObject, SchemaRecord } from './record.ts'

/**
 * Each step is one transaction: it locks out other instances, plans from the recorded schema, runs the first missing
 * step and records it. So several instances may migrate at the same time, and an interrupted run continues where it
 * stopped. New tables are created in one transaction, as is everything in an empty database except the application's
 * own migrations.
 */
export class SqlMigrations implements Migrations {
  readonly #database: Database
  readonly #tables: DocumentTables
  readonly #dataMigrations: readonly DataMigration[]
  #met: readonly string[] | undefined

  constructor(database: Database, tables: DocumentTables, dataMigrations: readonly DataMigration[]) {
    this.#database = database
    this.#tables = tables
    this.#dataMigrations = dataMigrations
  }

  /** Runs once, and again until it succeeds: the server may still be starting. */
  async #meet(): Promise<readonly string[]> {
    this.#met ??= await this.#database.meet()
    return this.#met
  }

  async status({ counted = false }: { readonly counted?: boolean } = {}): Promise<MigrationStatus> {
    await this.#meet()
    const { reader } = this.#database
    const pending: MigrationStep[] = []
    for (const step of await this.#plan(reader)) {
      const { destructive, optional, hint } = step
      const description = (counted && (await step.describe?.(reader))) || step.description
      pending.push({ description, destructive, ...(optional && { optional }), ...(hint !== undefined && { hint }) })
    }
    return {
      pending,
      applied: await this.#record(reader).applied(),
    }
  }

  async apply({ destructive = false, onProgress }: ApplyOptions = {}): Promise<MigrationStatus> {
    const status = await this.status()
    // With nothing to do, does not wait for the lock: a backup may hold it for a long time.
    if (status.pending.every((step) => destructive === 'leave' && step.destructive)) return status
    if (!destructive) refuseDestructive(status.pending)
    // Data migrations run first, because they may repair values that could not be converted.
    let isMended = !(await this.#hasDataMigrations())
    await this.#refuseWhatWouldFail(isMended ? ['move', 'convert'] : ['move'])
    while (await this.#applyNext(destructive, onProgress)) {
      if (isMended || (await this.#hasDataMigrations())) continue
      isMended = true
      await this.#refuseWhatWouldFail(['convert'])
    }
    return this.status()
  }

  async warnings(): Promise<readonly string[]> {
    const { reader } = this.#database
    const recorded = await this.#record(reader).objects()
    const warnings: string[] = [...(await this.#meet())]
    for (const { fields, doubtful } of doubtfulFields(this.#tables, recorded)) {
      const found = await findDoubtful(this.#tables, reader, recorded, fields, doubtful)
      warnings.push(...found.warnings)
      if (found.settled) await this.#settle(fields, found.settled)
    }
    return [...warnings, ...(await duplicates(this.#tables, reader, recorded))]
  }

  /** Replaces the record of an object, unless another instance has changed it meanwhile. */
  async #settle(before: RecordedObject, after: RecordedObject): Promise<void> {
    await this.#database.transaction(async (session) => {
      await this.#tables.dialect.lockMigrations(session)
      const record = this.#record(session)
      const isSame = (await record.objects()).some((object) => recordedKey(object) === recordedKey(before))
      if (isSame) await record.remember([after])
    })
  }

  async #hasDataMigrations(): Promise<boolean> {
    const recorded = await this.#record(this.#database.reader).objects()
    return missingRuns(this.#dataMigrations, recorded).length > 0
  }

  /** Throws for steps that would fail, before any step runs. */
  async #refuseWhatWouldFail(kinds: readonly ContentStep['kind'][]): Promise<void> {
    const { reader } = this.#database
    const recorded = await this.#record(reader).objects()
    await checkRenames(this.#tables, reader, recorded)
    await checkContents(this.#tables, reader, recorded, kinds)
  }

  #applyNext(destructive: boolean | 'leave', onProgress: ApplyOptions['onProgress']): Promise<boolean> {
    const apply = async (session: Session) => {
      await this.#tables.dialect.lockMigrations(session)
      const recorded = await this.#record(session).objects()
      const plan = planMigrations(this.#tables, this.#dataMigrations, recorded)
      const wanted = plan.filter((step) => destructive !== 'leave' || !step.destructive)
      const steps = recorded.length === 0 ? firstOf(wanted) : nextOf(wanted)
      if (!destructive) refuseDestructive(steps)
      if (steps.length > 0) this.#tables.writes.wroteAnything()
      for (const step of steps) await this.#run(step, session, onProgress)
      return steps.length > 0
    }
    return this.#database.transaction(apply, { sortsMuch: true })
  }

  async #run(step: PlannedStep, session: Session, onProgress: ApplyOptions['onProgress']): Promise<void> {
    const description = (await step.describe?.(session)) ?? step.description
    let isTold = false
    const tell = (done: number, total: number) => {
      isTold = true
      onProgress?.({ description: step.description, done, total })
    }
    await step.run(session, tell)
    if (!isTold) tell(1, 1)
    const record = this.#record(session)
    for (const object of step.gone) await record.forget(object)
    await record.remember(step.made)
    await record.log(description)
  }

  async #plan(session: Session): Promise<PlannedStep[]> {
    return planMigrations(this.#tables, this.#dataMigrations, await this.#record(session).objects())
  }

  #record(session: Session): SchemaRecord {
    return new SchemaRecord(session, this.#tables.dialect)
  }
}

/**
 * Limit for further steps of the first transaction: PostgreSQL has a limited number of locks, and holds one for each
 * new object.
 */
const MOST_WITH_TABLES = 100

/**
 * The first transaction of an empty database: its steps have no data to read, and running them one by one would only
 * take longer. The application's own migrations, and later steps, have transactions of their own.
 */
function firstOf(plan: readonly PlannedStep[]): readonly PlannedStep[] {
  const tables = nextOf(plan).length
  const run = plan.findIndex(({ made }) => made.some(({ kind }) => kind === 'run'))
  return plan.slice(0, Math.min(run === -1 ? plan.length : Math.max(1, run), tables + MOST_WITH_TABLES))
}

/** Steps of the next transaction: all leading ones that only create empty objects, or a single one. */
function nextOf(plan: readonly PlannedStep[]): readonly PlannedStep[] {
  const following = plan.findIndex((step) => !step.isBeginning)
  return plan.slice(0, following === -1 ? plan.length : Math.max(1, following))
}

function refuseDestructive(steps: readonly MigrationStep[]): void {
  const lost = steps.filter((step) => step.destructive).map((step) => step.description)
  if (lost.length === 0) return
  throw new QuireError(
    'invalid_state',
    `These steps would destroy data, and you did not allow that: ${lost.join(', ')}.`,
  )
}
