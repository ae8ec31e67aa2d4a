import type { Storage } from '@quirecms/core'
import { missingMigrations } from '../readiness.ts'
import { CommandFailure } from './command-failure.ts'

/** For commands that work on documents: the tables must match the configuration. */
export async function refuseUnmigrated(storage: Storage): Promise<void> {
  const missing = await missingMigrations(storage)
  if (missing.length === 0) return
  throw new CommandFailure(
    `The database does not match the configuration yet. These steps are missing:\n${missing.map((step) => `- ${step}`).join('\n')}\n` +
      `Run 'quire migrate' first.`,
  )
}
