/**
 * One PostgreSQL server for the whole run. A test makes a database of its own: `inject('postgresUrl')` is the URL of the
 * administrator, on the database `postgres`, and so is `QUIRE_TEST_POSTGRES` (postgres-url.ts). It leads to a socket file; without its
 * parameter `host`, it leads over the network, as it must where something stands in between.
 */
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty in a layer that needs no PostgreSQL in this run. */
    postgresUrl: string
    /** By the layer: in every run, in one that includes tests tagged `release`, or not at all. */
    postgresWanted: 'always' | 'release' | 'never'
  }
}

/** Each layer loads this module for itself, so the server they share is in the process. */
const run = process as typeof process & { quirePostgres?: { server: Promise<PostgresServer>; layers: number } }

export default async function startPostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isEveryday = project.vitest.config.tagsFilter?.includes('!release') === true
  const { postgresWanted } = project.config.provide
  if (postgresWanted === 'never' || (isEveryday && postgresWanted === 'release')) {
    project.provide('postgresUrl', '')
    return undefined
  }
  run.quirePostgres ??= { server: startPostgresServer(), layers: 0 }
  const shared = run.quirePostgres
  shared.layers += 1
  const server = await shared.server
  project.provide('postgresUrl', server.socketUrl ?? server.url)
  return async () => {
    shared.layers -= 1
    if (shared.layers > 0) return
    delete run.quirePostgres
    await server.stop()
  }
}
