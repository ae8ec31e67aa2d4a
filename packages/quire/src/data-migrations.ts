import {
  type AfterCommit,
  type Caller,
  type Context,
  type DataMigration,
  type DataMigrationContext,
  joinTransaction,
  type QuireConfig,
  type StorageSchema,
  type StorageTransaction,
  type AnyLocalApi,
} from '@quirecms/core'
import type { LocalApi } from '@quirecms/features'
import { type StoredDocuments, storedDocuments } from './stored-documents.ts'

export interface MigrationArguments<Config extends QuireConfig = QuireConfig> {
  /** The local API as the system, inside the migration's transaction: hooks and validation apply, access rules do not. */
  readonly local: LocalApi<Config>
  /** Stored data, including removed fields and collections. */
  readonly stored: StoredDocuments
  /** The transaction itself. */
  readonly tx: StorageTransaction
}

/**
 * A file of `migrations/`: runs once in one transaction, in the order of names, before fields are converted and
 * indexes are created.
 *
 * @example
 * export async function up({ local }: MigrationArguments<typeof config>) {
 *   await local.collections.tags.create({ name: 'News' })
 * }
 */
export interface ApplicationMigration {
  readonly name: string
  readonly up: (args: MigrationArguments) => Promise<void> | void
}

export interface PlannedDataMigrations {
  readonly steps: readonly DataMigration[]
  /** Runs the `afterCommit` hooks and events of the migrations that have run since the last call. */
  settle(): Promise<void>
}

/** Data migrations in storage's form; calls through `local` join their transaction. */
export function planDataMigrations(
  migrations: readonly ApplicationMigration[],
  localFor: (caller: Caller) => AnyLocalApi,
  schema: StorageSchema,
): PlannedDataMigrations {
  const effects: AfterCommit[] = []
  const steps = migrations.map(({ name, up }) => ({
    name,
    run: async (tx: StorageTransaction, migrating: DataMigrationContext) => {
      const context: Context = {}
      // The factory builds exactly the methods that the configuration's types describe.
      const local = localFor({ actor: null, system: true, context }) as unknown as LocalApi<QuireConfig>
      const stored = storedDocuments(tx, migrating, schema)
      effects.push(...(await joinTransaction(tx, context, async () => up({ local, stored, tx }))))
    },
  }))
  return {
    steps,
    settle: async () => {
      for (const effect of effects.splice(0)) await effect()
    },
  }
}
