export { createMigration } from './create-migration.ts'
export { applyMigrations, showMigrations } from './migrate.ts'
