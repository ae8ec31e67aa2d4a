/**
 * One PostgreSQL server for the whole run. A test makes a database of its own: `inject('postgresUrl')` is the URL of the
 * administrator, on the database `postgres`, and so is `QUIRE_TEST_POSTGRES` (postgres-url.ts). It leads to a socket file; without its
 * parameter `host`, it leads over the network, as it must where something stands in between.
 */
import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer()
  project.provide('postgresUrl', server.socketUrl ?? server.url)
  return () => server.stop()
}
