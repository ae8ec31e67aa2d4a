import type { Runtime, Storage } from '@quirecms/core'
import { createLogger } from '@quirecms/server/log'
import { createApp } from '../create-app.ts'
import { runtimeOf } from '../runtime-of.ts'
import { type Application, loadApplication } from './load-application.ts'
import { missingMigrations } from '../readiness.ts'
import { CommandFailure } from './command-failure.ts'

/** Runs a command on the configured application, whose database must be migrated, and closes it. */
export async function withApplication<T>(
  config: string | undefined,
  work: (runtime: Runtime, application: Application) => Promise<T>,
): Promise<T> {
  const application = await loadApplication(config)
  const app = await createApp(application.config, {
    jobs: false,
    command: true,
    root: application.folder,
    migrate: false,
    dataMigrations: application.migrations,
    // Standard output belongs to the command.
    log: createLogger({ level: 'warn', destination: process.stderr }),
  })
  try {
    await refuseUnmigrated(app.storage)
    return await work(runtimeOf(app), application)
  } finally {
    await app.close()
  }
}

/** For commands that work on documents: the tables must match the configuration. */
export async function refuseUnmigrated(storage: Storage): Promise<void> {
  const missing = await missingMigrations(storage)
  if (missing.length === 0) return
  throw new CommandFailure(
    `The database does not match the configuration yet. These steps are missing:\n${missing.map((step) => `- ${step}`).join('\n')}\n` +
      `Run 'quire migrate' first.`,
  )
}
