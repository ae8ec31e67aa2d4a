import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens the floor's database, as durable as the service's default: an acknowledged write survives a power failure. */
export function openFloor(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'floor.db'), { returnArrays: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  return database
}
