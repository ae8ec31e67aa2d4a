import { DatabaseSync } from 'node:sqlite'
import { createTestDatabase, type Dialect, must, type TestDatabase } from '@quirecms/testkit'
import {
  type App,
  type AppOptions,
  collection,
  type CollectionConfig,
  createApp,
  createLogger,
  defineConfig,
  type QuireConfig,
} from 'quirecms'
import { afterEach, beforeEach, inject } from 'vitest'

const everybody = () => true

/** Lets everybody do everything. */
export const access = {
  read: everybody,
  create: everybody,
  update: everybody,
  delete: everybody,
  publish: everybody,
  readVersions: everybody,
  readDrafts: everybody,
}

/** Methods of features are untyped here, because the configuration differs at each start. */
export type EvolvedApp = Omit<App, 'local'> & {
  // oxlint-disable-next-line typescript/no-explicit-any -- what a configuration enables differs from start to start
  readonly local: any
}

type Parts = Omit<QuireConfig, 'database' | 'collections'> & { readonly collections?: QuireConfig['collections'] }

/** One database for consecutive applications with different configurations. */
export function evolving(dialect: Dialect) {
  let database: TestDatabase
  const opened: App[] = []

  beforeEach(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
  })

  const closeAll = async () => {
    for (const app of opened.splice(0)) await app.close()
  }

  afterEach(async () => {
    await closeAll()
    await database.remove()
  })

  const config = (parts: Parts): QuireConfig =>
    defineConfig({ collections: {}, ...parts, database: database.config, server: { rateLimit: false } })

  return {
    async beside(parts: Parts, options: AppOptions = {}) {
      const app = await createApp(config(parts), { log: createLogger({ level: 'silent' }), jobs: false, ...options })
      opened.push(app)
      return app as unknown as EvolvedApp
    },
    /** Opens the next version of the application and closes the previous one. */
    async open(parts: Parts, options: AppOptions = {}) {
      await closeAll()
      return this.beside(parts, options)
    },
    /** Removes the records of this kind (SQLite), as in a database of an earlier release. */
    async forget(kind: string) {
      await closeAll()
      const { config: known } = database
      const file = new DatabaseSync(known.dialect === 'sqlite' ? known.path : '')
      file.prepare('delete from quire_schema where kind = ?').run(kind)
      file.close()
    },
    /** The same with one collection, `posts`. */
    async posts(fields: CollectionConfig['fields'], more: object = {}, options: AppOptions = {}) {
      return this.open({ collections: { posts: collection({ fields, access, ...more }) } }, options)
    },
  }
}

/** The stored document, without access rules. */
export async function storedContent(
  { storage }: EvolvedApp,
  table: string,
  id: string,
): Promise<Record<string, unknown>> {
  const stored = must(await storage.reader.get(table, id), `${table} ${id}`)
  return JSON.parse(stored.json) as Record<string, unknown>
}

/** Pending steps; destructive ones are marked. */
export async function pendingSteps({ storage }: EvolvedApp): Promise<string[]> {
  const { pending } = await storage.migrations.status({ counted: true })
  return pending.map(({ description, destructive }) => description + (destructive ? ' !' : ''))
}

/** The body of an answer over HTTP. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely; what they find is what they assert
export async function get({ fetch }: EvolvedApp, path: string): Promise<any> {
  return (await fetch(new Request(`http://localhost/api${path}`))).json()
}
