import type { PostgresServer } from '../../setup/postgres-server.ts'

/** Shared by all rounds of a run. */
export interface Surroundings {
  readonly folder: string
  /** Folder with `node_modules` of the packages. */
  readonly installation: string
  readonly postgresUrl: string
  /** The server, if the tests may suspend and kill it. */
  readonly postgres: PostgresServer | undefined
}
