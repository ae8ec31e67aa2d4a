import type { StorageTransaction } from './document-storage.ts'

export interface Migrations {
  /** With `counted`, steps that destroy content say how much of it, for which they look through all documents. */
  status(options?: { readonly counted?: boolean }): Promise<MigrationStatus>
  /**
   * What people should know of what is stored, as sentences: documents that lack what is required by now, or hold what a field does not
   * allow any more, and those that keep a unique index from being made. Looks at documents only if there may be such, and notes if there are none any more.
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
  /** Hears of each step, at least once its work is done, before it is committed. A throw takes the step back, and ends the run. */
  readonly onProgress?: (progress: MigrationProgress) => void
}

/** How many of how many documents a step has looked at; a step that looks at none is one of one. */
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
  /** Only notes what the application can do without: the service may start before it. */
  readonly optional?: true
  /** A warning before applying it: it may be an undeclared rename. */
  readonly hint?: string
}

export interface AppliedMigration {
  readonly description: string
  readonly appliedAt: string
}

/** A data migration that the application wrote. Runs once, before fields are converted and indexes are made, in one transaction. */
export interface DataMigration {
  /** The file's name without its extension; migrations run in the order of their names. */
  readonly name: string
  /** `tables` are those of documents that are there, by name: also those that the application no longer asks for. */
  run(tx: StorageTransaction, context: DataMigrationContext): Promise<void>
}

export interface DataMigrationContext {
  readonly tables: readonly string[]
  readonly tell: TellProgress
}

/** Says how many of how many documents a step has looked at. */
export type TellProgress = (done: number, total: number) => void
