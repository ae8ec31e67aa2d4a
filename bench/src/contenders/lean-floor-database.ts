import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** As durable as the service is by default: an acknowledged write survives a power failure. */
export function openFloor(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'floor.db'), { returnArrays: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  return database
}
