import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createLogger } from '@quirecms/server/log'
import { createApp } from '../create-app.ts'
import { logLevel } from '../log-level.ts'
import type { ScriptArguments } from '../script.ts'
import { CommandFailure } from './command-failure.ts'
import type { RunOptions } from './command-line.ts'
import { isFile } from './config-file.ts'
import { loadApplication } from './load-application.ts'
import { explainLoadFailure } from './load-failure.ts'
import { refuseUnmigrated } from './with-application.ts'

/** `quire run`: calls the exported function of a file with the application (docs/contract/command-line.md#commands). */
export async function runScript({ config, file, args }: RunOptions): Promise<void> {
  const path = resolve(file)
  if (!isFile(path)) throw new CommandFailure(`There is no file ${file}. Check the path after 'quire run'.`)
  const application = await loadApplication(config)
  const app = await createApp(application.config, {
    jobs: false,
    command: true,
    timeLimits: false,
    root: application.folder,
    migrate: false,
    dataMigrations: application.migrations,
    log: createLogger({ level: process.env['LOG_LEVEL'] ? logLevel(application.config) : 'warn', pretty: true }),
  })
  try {
    await refuseUnmigrated(app.storage)
    const script = await importScript(path, file)
    await script({ app, args })
  } finally {
    await app.close()
  }
}

async function importScript(path: string, name: string): Promise<(args: ScriptArguments) => unknown> {
  let module: { readonly default?: unknown }
  try {
    module = (await import(pathToFileURL(path).href)) as typeof module
  } catch (error) {
    throw explainLoadFailure(path, error)
  }
  if (typeof module.default === 'function') return module.default as (args: ScriptArguments) => unknown
  throw new CommandFailure(`${name} exports no function. Add one: export default async ({ app }) => { … }`)
}
