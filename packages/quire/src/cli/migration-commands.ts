// Loaded as one: two of the three are a few lines beside the first.
export { createMigration } from './create-migration.ts'
export { applyMigrations, showMigrations } from './migrate.ts'
