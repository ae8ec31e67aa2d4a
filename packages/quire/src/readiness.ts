import { dirname } from 'node:path'
import { type DatabaseConfig, type Files, oldestDue, type Runtime, type Storage } from '@quirecms/core'
import type { CheckState, Readiness } from '@quirecms/server'

const REMEMBERED_MS = 1_000

/** Checks the database, pending migrations, free disk space and the file storage. */
export async function checkReadiness(
  runtime: Runtime,
  database: DatabaseConfig,
  openFiles: (() => Promise<Files>) | null,
  hasJobs: boolean,
): Promise<Readiness> {
  const { storage } = runtime
  const [reached, migrated, writable, due] = await Promise.all([
    state(storage.check()),
    state(requireMigrated(storage)),
    state(Promise.all([requireWritable(database), openFiles?.().then(({ store }) => store.check())])),
    // Reported only: overdue jobs do not make the instance unready.
    hasJobs ? oldestDue(runtime).then(Math.round, () => null) : undefined,
  ])
  const checks = { database: reached, migrations: migrated, storage: writable }
  return due === undefined ? checks : { ...checks, jobs: { oldestDue: due } }
}

/** Caches the result for a second: the endpoint is public. */
export function rememberedReadiness(check: () => Promise<Readiness>): () => Promise<Readiness> {
  let last: { readonly answer: Promise<Readiness>; readonly at: number } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > REMEMBERED_MS) last = { answer: check(), at: now }
    return last.answer
  }
}

/**
 * Destructive steps wait for the operator, and bookkeeping steps for the next start: neither makes the instance
 * unready.
 */
export async function missingMigrations(storage: Storage): Promise<readonly string[]> {
  const { pending } = await storage.migrations.status()
  return pending.filter((step) => !step.destructive && !step.optional).map((step) => step.description)
}

async function requireMigrated(storage: Storage): Promise<void> {
  if ((await missingMigrations(storage)).length > 0) throw new Error('migrations are missing')
}

/** Checks the folder of an SQLite database. Other storages check themselves (`check`). */
async function requireWritable(database: DatabaseConfig): Promise<void> {
  if (database.dialect !== 'sqlite' || database.path === ':memory:') return
  const { probeFolder } = await import('@quirecms/files/probe-folder')
  await probeFolder(dirname(database.path))
}

async function state(check: Promise<unknown>): Promise<CheckState> {
  try {
    await check
    return 'ok'
  } catch {
    return 'failed'
  }
}
