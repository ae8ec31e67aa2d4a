import type { PostgresServer } from '../../setup/postgres-server.ts'

/** What all rounds of a run share. */
export interface Surroundings {
  /** A folder for this run. */
  readonly folder: string
  /** Where the packages are installed: it holds `node_modules`. */
  readonly installation: string
  readonly postgresUrl: string
  /** The server itself, if it is ours to freeze and to kill. */
  readonly postgres: PostgresServer | undefined
}
