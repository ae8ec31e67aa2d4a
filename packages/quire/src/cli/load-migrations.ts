import { dirname, parse, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ApplicationMigration, MigrationArguments } from '../data-migrations.ts'
import { CommandFailure } from './command-failure.ts'
import { explainLoadFailure, explainThrown } from './load-failure.ts'
import { listMigrationFiles } from './migration-files.ts'

/** The application's migrations. Each file is loaded when it runs: old ones may import files that no longer exist. */
export function loadMigrations(folder: string): ApplicationMigration[] {
  const migrations = listMigrationFiles(folder).map(migrationIn)
  const names = migrations.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new CommandFailure(`There are two migrations named ${twice}. Rename one of them.`)
  return migrations
}

function migrationIn(file: string): ApplicationMigration {
  return {
    name: parse(file).name,
    async up(args) {
      const up = await importUp(file)
      try {
        await up(args)
      } catch (error) {
        throw new CommandFailure(explainThrown(error, dirname(file)), { cause: error })
      }
    },
  }
}

async function importUp(file: string): Promise<(args: MigrationArguments) => unknown> {
  let module: { readonly up?: unknown }
  try {
    module = (await import(pathToFileURL(file).href)) as typeof module
  } catch (error) {
    throw explainLoadFailure(file, error)
  }
  if (typeof module.up === 'function') return module.up as (args: MigrationArguments) => unknown
  throw new CommandFailure(
    `${relative(process.cwd(), file)} exports no function named 'up'. Add one: export async function up({ local }) { … }`,
  )
}
