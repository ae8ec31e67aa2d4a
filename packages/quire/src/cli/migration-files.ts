import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Relative to the configuration file. */
export const MIGRATIONS_FOLDER = 'migrations'

/** `20260131-120000-add-tags.ts`; not `20260131-120000-add-tags.test.ts` and not a declaration. */
const MIGRATION_FILE = /^[^.]+\.(ts|mts|js|mjs)$/

export function isMigrationFile(name: string): boolean {
  return MIGRATION_FILE.test(name)
}

/** Absolute paths of the migrations beside a configuration, sorted by name. */
export function listMigrationFiles(folder: string): string[] {
  const place = join(folder, MIGRATIONS_FOLDER)
  if (!existsSync(place)) return []
  const names = readdirSync(place).filter(isMigrationFile)
  return names.toSorted().map((name) => join(place, name))
}
