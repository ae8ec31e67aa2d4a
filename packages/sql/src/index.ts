export type { Session } from './dialect/database.ts'
export { openSqlite, type SqliteDatabase } from './dialect/sqlite/sqlite-database.ts'
export type { WorkLimits } from './dialect/work-limits.ts'
export { type DatabaseOptions, openStorage, type StorageOptions } from './open-storage.ts'
