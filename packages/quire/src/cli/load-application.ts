import { dirname, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { QuireConfig } from '@quirecms/core'
import { withDatabase } from '../database-url.ts'
import type { ApplicationMigration } from '../data-migrations.ts'
import { CommandFailure } from './command-failure.ts'
import { findConfigFile } from './config-file.ts'
import { readEnvironment } from './environment.ts'
import { explainLoadFailure } from './load-failure.ts'
import { loadMigrations } from './load-migrations.ts'

/** An application as commands load it: configuration, environment and migrations. */
export interface Application {
  /** Validated by `createApp`. */
  readonly config: QuireConfig
  /** Base folder for relative paths. */
  readonly folder: string
  readonly migrations: readonly ApplicationMigration[]
}

export async function loadApplication(given: string | undefined): Promise<Application> {
  const file = findConfigFile(given)
  const { database } = readEnvironment()
  const folder = dirname(file)
  const config = await importConfig(file)
  return {
    config: database === undefined ? config : withDatabase(config, database),
    folder,
    migrations: loadMigrations(folder),
  }
}

async function importConfig(file: string): Promise<QuireConfig> {
  let module: { readonly default?: QuireConfig }
  try {
    module = (await import(pathToFileURL(file).href)) as typeof module
  } catch (error) {
    throw explainLoadFailure(file, error)
  }
  if (module.default !== undefined) return module.default
  const name = relative(process.cwd(), file)
  throw new CommandFailure(`${name} has no default export. Add one: export default defineConfig({ … })`)
}
