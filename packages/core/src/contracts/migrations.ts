import type { StorageTransaction } from './document-storage.ts'

export interface Migrations {
  /** With `counted`, steps that destroy content report how much, which reads all documents. */
  status(options?: { readonly counted?: boolean }): Promise<MigrationStatus>
  /**
   * Problems of stored content, as sentences: documents without required values, with values that a field no longer
   * allows, or with duplicates that prevent a unique index. Reads documents only if there may be such, and remembers if
   * there are none.
   */
  warnings(): Promise<readonly string[]>
  /**
   * Applies what is pending, under a lock that all instances share. Steps are recorded one by one, so an interrupted
   * run continues where it stopped. If destructive steps are pending, nothing is applied (`invalid_state`), unless
   * `destructive` says whether to run them or leave them pending.
   */
  apply(options?: ApplyOptions): Promise<MigrationStatus>
}

export interface ApplyOptions {
  readonly destructive?: boolean | 'leave'
  readonly onProgress?: (progress: MigrationProgress) => void
}

/** Number of processed documents and the total; 1 of 1 for steps without documents. */
export interface MigrationProgress {
  readonly description: string
  readonly done: number
  readonly total: number
}

export interface MigrationStatus {
  readonly pending: readonly MigrationStep[]
  readonly applied: readonly AppliedMigration[]
}

export interface MigrationStep {
  /** `create table posts`, `create unique index posts slug`, `drop table pages`, `run 20260101-import`. */
  readonly description: string
  readonly destructive: boolean
  /** The application works without this step, so the service may start before it. */
  readonly optional?: true
  /** A warning before applying it: it may be an undeclared rename. */
  readonly hint?: string
}

export interface AppliedMigration {
  readonly description: string
  readonly appliedAt: string
}

/** A data migration of the application. Runs once, before conversions and indexes, in one transaction. */
export interface DataMigration {
  /** The file's name without its extension; migrations run in the order of their names. */
  readonly name: string
  /** `tables` are the existing document tables, also those that the configuration no longer has. */
  run(tx: StorageTransaction, context: DataMigrationContext): Promise<void>
}

export interface DataMigrationContext {
  readonly tables: readonly string[]
  readonly tell: TellProgress
}

export type TellProgress = (done: number, total: number) => void
