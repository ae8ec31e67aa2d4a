import {
  type Actor,
  type Call,
  type DocumentTable,
  type RecordTable,
  limitsOf,
  type Manifest,
  type QuireConfig,
  QuireError,
  type EventName,
  type QuireEvent,
  type Storage,
  type AnyLocalApi,
  parseJson,
} from '@quirecms/core'
import { isDeepStrictEqual } from 'node:util'
import { createLogger } from '@quirecms/server/log'
import { type App, type AppOptions, createApp } from '../create-app.ts'
import { must } from './must.ts'
import { createTestDatabase, type Dialect, type TestDatabase } from './test-database.ts'
import { type TestLocal, testLocal } from './test-local.ts'

/** Names the actor of a test's request; see `identifyByName` below. */
const ACTOR_HEADER = 'x-test-actor'

export interface TestAppOptions
  extends Pick<
    AppOptions,
    'clock' | 'onStatement' | 'dataMigrations' | 'features' | 'mailer' | 'log' | 'jobs' | 'network' | 'keyring'
  > {
  /** SQLite by default. */
  readonly dialect?: Dialect
  /** URL of a user who may create databases; `QUIRE_TEST_POSTGRES` by default. */
  readonly postgresUrl?: string
  /** Callers by the name that tests use. */
  readonly actors?: Readonly<Record<string, Actor>>
}

/** A test application, for code that doesn't need the types of its configuration. */
export interface AnyTestApp {
  readonly manifest: Manifest<Call>
  readonly local: TestLocal
  /** Configuration of its database, for direct access. */
  readonly database: TestDatabase['config']
  readonly url: string
  readonly actors: Readonly<Record<string, Actor>>
  /** Events since the last `clear`, in order. */
  readonly events: QuireEvent[]
  request(method: string, path: string, options?: TestRequest): Promise<TestResponse>
  /** `fetch` as one of the actors, or anonymously. */
  fetchAs(name: string | undefined): typeof fetch
  /**
   * Removes all documents of all collections, and all records of plugins but those from the start; resets globals to
   * their initial content.
   */
  clear(): Promise<void>
  close(): Promise<void>
}

export interface TestApp<Config extends QuireConfig> extends AnyTestApp {
  readonly app: App<Config>
}

export interface TestRequest {
  readonly as?: string | undefined
  /** Sent as JSON, unless it is text or a form. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any member of answers; whatever they find, they assert
  readonly body: any
}

/**
 * Starts a real application on a real database, listening on a free loopback port. Closing it deletes the database.
 *
 * @example
 * const test = await createTestApp(config, { actors: { ann: { id: newId, collection: 'users' } } })
 * const { status } = await test.request('GET', '/api/collections/posts', { as: 'ann' })
 */
export async function createTestApp<Config extends QuireConfig>(
  config: Config,
  { dialect = 'sqlite', postgresUrl, actors = {}, ...options }: TestAppOptions = {},
): Promise<TestApp<Config>> {
  const database = await createTestDatabase(dialect, postgresUrl)
  const app = await createApp<Config>(
    {
      ...config,
      // Don't wait for the idle connections that tests leave.
      server: { drain: 0, ...(config.server ?? { rateLimit: false }) },
      database: { ...database.config, ...limitsOf(config.database) },
    },
    {
      log: createLogger({ level: 'silent' }),
      // A test that counts statements must not see those of background work.
      jobs: options.onStatement === undefined,
      ...options,
      ...(Object.keys(actors).length > 0 && { identify: identifyByName(actors) }),
    },
  )
  const url = await app.listen({ port: 0 })
  const events: QuireEvent[] = []
  const cleared = await tablesToClear(app.storage, app.manifest)
  for (const event of eventsOf(app.manifest)) app.on(event, (one) => events.push(one))
  return {
    app,
    manifest: app.manifest,
    // The same API, without the types of the configuration.
    local: testLocal(app.local as unknown as AnyLocalApi),
    url,
    database: database.config,
    actors,
    events,
    request: (method, path, request = {}) => send(url + path, method, request),
    fetchAs: (name) => (input, init) => {
      const headers = new Headers(init?.headers)
      if (name !== undefined) headers.set(ACTOR_HEADER, name)
      return fetch(input, { ...init, headers })
    },
    async clear() {
      const { collections, globals, records } = app.manifest
      for (const { table, tables } of Object.values(collections))
        for (const { name } of [table, ...tables]) await empty(app.storage, name)
      for (const { table, tables } of Object.values(globals)) {
        for (const { name } of tables) await empty(app.storage, name)
        await reseed(app.storage, table)
      }
      for (const table of records) await refill(app.storage, table)
      for (const name of cleared) await emptyRecords(app.storage, name)
      events.length = 0
    },
    async close() {
      await app.close()
      await database.remove()
    },
  }
}

/** Tests that are not about signing in name their actor in a header instead. */
function identifyByName(actors: Readonly<Record<string, Actor>>): NonNullable<AppOptions['identify']> {
  return ({ headers }) => {
    const name = headers[ACTOR_HEADER]
    if (name === undefined) return { actor: null }
    const actor = actors[String(name)]
    if (!actor) throw new QuireError('invalid_token', 'There is no such test actor.')
    return { actor }
  }
}

export function docOf({ status, body, text }: TestResponse): Record<string, unknown> & { readonly id: string } {
  const { doc } = (body ?? {}) as { doc?: Record<string, unknown> & { id: string } }
  return must(doc, `document in the answer, which is ${status}: ${text}`)
}

async function send(url: string, method: string, { as, body, headers }: TestRequest): Promise<TestResponse> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(as !== undefined && { [ACTOR_HEADER]: as }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString('utf8')
  // An answer to HEAD has a content type, but no content.
  const isJson = text !== '' && (response.headers.get('content-type')?.startsWith('application/json') ?? false)
  const parsed: unknown = isJson ? parseJson(text) : undefined
  return { status: response.status, headers: response.headers, text, bytes, body: parsed }
}

/** Checks first, because most tables are empty and reading is cheaper than writing. */
async function empty(storage: Storage, table: string): Promise<void> {
  const all = await storage.reader.find(table, { where: { kind: 'always' }, sort: [], limit: 100_000, offset: 0 })
  if (all.length === 0) return
  await storage.transaction(async (tx) => {
    for (const { id } of all) await tx.remove(table, id)
  })
}

async function reseed(storage: Storage, { name, seed, shape }: DocumentTable): Promise<void> {
  if (!seed) return
  const stored = await storage.reader.get(name, seed.id)
  const isSeed = stored?.revision === 1 && stored.shape === shape
  if (isSeed && isDeepStrictEqual(parseJson(stored.json), parseJson(seed.json))) return
  const now = new Date().toISOString()
  await storage.transaction(async (tx) => {
    await tx.remove(name, seed.id)
    await tx.insert(name, { ...seed, revision: 1, createdAt: now, updatedAt: now, shape }, [])
  })
}

/** Deletes what features store about documents, and runs the backfill again. */
async function refill(storage: Storage, { name, fill }: RecordTable): Promise<void> {
  if (!fill) return
  const left = await storage.reader.find(fill.from, { where: { kind: 'always' }, sort: [], limit: 100, offset: 0 })
  if ((await storage.reader.records.count(name, {})) === 0 && left.length === 0) return
  await storage.transaction(async ({ records }) => {
    await records.remove(name, {})
    for (const document of left) await records.insert(name, fill.record(document))
  })
}

/** Tables of plugins, except those with records from the start: these describe the application. */
async function tablesToClear({ reader }: Storage, { recordsOfPlugins }: Manifest<Call>): Promise<string[]> {
  const cleared: string[] = []
  for (const name of recordsOfPlugins) if ((await reader.records.count(name, {})) === 0) cleared.push(name)
  return cleared
}

async function emptyRecords(storage: Storage, table: string): Promise<void> {
  if ((await storage.reader.records.count(table, {})) === 0) return
  await storage.transaction(({ records }) => records.remove(table, {}))
}

function eventsOf({ collections, globals }: Manifest<Call>): Set<EventName> {
  const ofDocuments = Object.values(collections).flatMap(({ events }) =>
    events.map((kind) => `document.${kind}` as const),
  )
  return new Set([
    ...ofDocuments,
    ...Object.values(globals).flatMap(({ events }) => events.map((kind) => `global.${kind}` as const)),
  ])
}
