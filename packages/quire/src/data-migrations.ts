import {
  type Caller,
  type Context,
  type DataMigration,
  joinTransaction,
  type LocalApi,
  type QuireConfig,
  type StorageTransaction,
  type AnyLocalApi,
} from '@quire/core'

/** What an application-written data migration works with. */
export interface MigrationArguments<Config extends QuireConfig = QuireConfig> {
  /** The local API as the system, inside the migration's transaction: hooks and validation apply, access rules do not. */
  readonly local: LocalApi<Config>
  /** The transaction itself, for stored documents that today's configuration no longer describes. */
  readonly tx: StorageTransaction
}

/**
 * A file of `migrations/`: runs once, after the schema steps, in one transaction. The order is that of the names.
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

/** Application migrations in the form that storage takes; whatever they call through `local` joins their transaction. */
export function planDataMigrations(
  migrations: readonly ApplicationMigration[],
  localFor: (caller: Caller) => AnyLocalApi,
): PlannedDataMigrations {
  const effects: (() => Promise<void>)[] = []
  const steps = migrations.map(({ name, up }) => ({
    name,
    run: async (tx: StorageTransaction) => {
      const context: Context = {}
      // The factory builds exactly the methods that the configuration's types describe.
      const local = localFor({ actor: null, system: true, context }) as unknown as LocalApi<QuireConfig>
      effects.push(...(await joinTransaction(tx, context, async () => up({ local, tx }))))
    },
  }))
  return {
    steps,
    settle: async () => {
      for (const effect of effects.splice(0)) await effect()
    },
  }
}
