import { existsSync } from 'node:fs'
import { type DatabaseConfig, disk, limitsOf, type QuireConfig, QuireError, type Runtime } from '@quirecms/core'
import { OBJECTS } from '@quirecms/features/commands'
import { createLogger } from '@quirecms/server/log'
import { isDatabase } from '@quirecms/sql/restore'
import { type App, createApp, databaseOf } from '../../create-app.ts'
import type { ApplicationMigration } from '../../data-migrations.ts'
import { runtimeOf } from '../../runtime-of.ts'

/**
 * The target of a restore: the application's configuration, optionally with another database or another folder for
 * files.
 */
export interface RestoreTarget {
  readonly config: QuireConfig
  /** Base folder for relative paths. */
  readonly root: string
  readonly migrations: readonly ApplicationMigration[]
  readonly database: DatabaseConfig
}

export interface TargetChoice {
  readonly config: QuireConfig
  readonly folder: string
  readonly migrations: readonly ApplicationMigration[]
  readonly database?: DatabaseConfig
  readonly files?: string
}

export function restoreTarget({ config, folder, migrations, database, files }: TargetChoice): RestoreTarget {
  const limits = limitsOf(config.database)
  const own = database && (database.dialect === 'other' ? database : { ...database, ...limits })
  const chosen = {
    ...config,
    ...(own && { database: own }),
    ...(files !== undefined && { storage: disk(files) }),
  }
  return { config: chosen, root: folder, migrations, database: databaseOf(chosen, folder) }
}

/** Opens the application on its target. Ignores the environment, which was read before. */
export async function openTarget(
  { config, root, migrations, database }: RestoreTarget,
  { migrate }: { readonly migrate: boolean },
): Promise<{ readonly app: App; readonly runtime: Runtime }> {
  const log = createLogger({ level: 'warn', destination: process.stderr })
  const app = await createApp(config, { root, migrate, jobs: false, dataMigrations: migrations, log, database })
  return { app, runtime: runtimeOf(app) }
}

export interface TargetState {
  readonly isEmpty: boolean
  /** Whether its storage contains files. */
  readonly hasFiles: boolean
  /** Object keys in its database, as far as it is readable. */
  readonly objects: readonly string[]
}

/** Inspects the target without changes. */
export async function inspectTarget(target: RestoreTarget): Promise<TargetState> {
  const { database } = target
  if (database.dialect === 'sqlite') {
    if (database.path === ':memory:')
      throw new QuireError(
        'validation',
        'Backups cannot be restored to a database in memory. Use --to-database sqlite:PATH.',
      )
    if (!existsSync(database.path)) return { isEmpty: true, hasFiles: await holdsFiles(target), objects: [] }
    if (!isDatabase(database.path)) return { isEmpty: false, hasFiles: await holdsFiles(target), objects: [] }
  }
  const { app, runtime } = await openTarget(target, { migrate: false })
  try {
    if (!app.storage.whole)
      throw new QuireError('invalid_state', 'Backups cannot be restored to this storage. Use --to-database URL.')
    const isEmpty = await app.storage.whole.isEmpty()
    return { isEmpty, hasFiles: await hasAny(runtime), objects: isEmpty ? [] : await knownObjects(runtime) }
  } finally {
    await app.close()
  }
}

/** Uses a temporary database, so that a missing one isn't created. */
async function holdsFiles(target: RestoreTarget): Promise<boolean> {
  const inMemory = { ...target, database: { dialect: 'sqlite', path: ':memory:' } as const }
  const { app, runtime } = await openTarget(inMemory, { migrate: false })
  try {
    return await hasAny(runtime)
  } finally {
    await app.close()
  }
}

async function hasAny({ manifest, files }: Runtime): Promise<boolean> {
  if (!Object.values(manifest.collections).some(({ usesFiles }) => usesFiles)) return false
  for await (const _key of (await files()).store.list()) return true
  return false
}

/** The database to replace may have another configuration, or be damaged. */
async function knownObjects({ storage }: Runtime): Promise<readonly string[]> {
  try {
    return (await storage.reader.records.find(OBJECTS.name, {})).map(({ key }) => key)
  } catch {
    return []
  }
}
