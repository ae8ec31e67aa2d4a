import type { Storage } from '@quirecms/core'
import { missingMigrations } from './readiness.ts'

const LOOK_EVERY_MS = 1_000

/** Starts jobs once their tables exist. Returns the function that stops them, or the waiting. */
export function startOnceMigrated(storage: Storage, start: () => () => void): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  const look = async () => {
    // If the database is unreachable, requests report it.
    const isMigrated = await missingMigrations(storage).then(
      (missing) => missing.length === 0,
      () => false,
    )
    if (isOver) return
    if (isMigrated) stop = start()
    else timer = setTimeout(() => void look(), LOOK_EVERY_MS).unref()
  }
  // The first check waits: the caller may migrate right after creating the application.
  let timer = setTimeout(() => void look(), LOOK_EVERY_MS).unref()
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}
