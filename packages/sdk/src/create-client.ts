import type { ModelOf, PlainConfig, PluginApi } from '@quirecms/core'
import type {
  AnyClient,
  Client,
  ClientCallOptions,
  ClientOptions,
  LiveOptions,
  RequestOptions,
  Secret,
} from './client-types.ts'
import { tagsOf, answerOf, type ClientConnection, send } from './send.ts'
import { type ImageOptions, imageOf } from './image.ts'
import { changes } from './changes.ts'
import { liveFind } from './live.ts'
import { fillIn, isProbe, type Method, type Methods, methodsOf } from './methods.ts'
import { OPERATIONS } from './operation-table.ts'
import { withNewPasskeys, withPasskeys } from './passkey-ceremony.ts'
import { queryString } from './query-string.ts'

/**
 * Creates a client for an application, typed by its configuration. Import only the type of the configuration, so that
 * no server code gets into your program. Without a type, the client accepts any slug and any field.
 *
 * @example
 * import type config from './quire.config.ts'
 * const client = createClient<typeof config>({ baseUrl: 'https://cms.example.com', apiKey })
 * const { docs } = await client.collections.posts.find({ where: { views: { greater_than: 100 } } })
 */
export function createClient(options?: ClientOptions): AnyClient
export function createClient<Config extends PlainConfig>(options?: ClientOptions): Client<ModelOf<Config>>
export function createClient(options: ClientOptions = {}): unknown {
  const connection = connectionOf(options)
  const { plugins = [] } = options
  const rows = {
    collections: { ...OPERATIONS.collections, ...addedRows(plugins, 'collections') },
    globals: { ...OPERATIONS.globals, ...addedRows(plugins, 'globals') },
  }
  const collection = bySlug((slug) => collectionMethods(rows.collections, connection, slug))
  const global = bySlug((slug) => methodsOf(rows.globals, connection, slug))
  const users = bySlug((slug) => withPasskeys(methodsOf(OPERATIONS.auth, connection, slug)))
  const request = async (method: string, path: string, { params = {}, query = {}, ...call }: RequestOptions = {}) => {
    const filled = fillIn(path, /:(\w+)/g, params) + queryString(query)
    return answerOf(await send(connection, { ...call, method: method.toUpperCase(), path: filled }))
  }
  return {
    ...methodsOf(OPERATIONS.application, connection, ''),
    collection,
    global,
    users,
    collections: members(collection),
    globals: members(global),
    auth: members(users),
    jobs: jobMethods(connection),
    queue: methodsOf(OPERATIONS.queue, connection, ''),
    account: withNewPasskeys(methodsOf(OPERATIONS.account, connection, '')),
    changes: (asked?: Parameters<typeof changes>[1]) => changes(connection, asked),
    live: {
      find: (slug: string, query: Record<string, unknown>, onAnswer: (answer: never) => void, call?: LiveOptions) =>
        liveFind(connection, slug, (given) => (collection(slug)['find'] as Method)(given), query, onAnswer, call),
    },
    plugin: (api: PluginApi) => methodsOf(rowsOf(api), connection, ''),
    request,
    tagsOf,
    image: (doc: object, wanted?: ImageOptions) => imageOf(connection.baseUrl, doc, wanted),
    schema: async (call?: ClientCallOptions) =>
      ((await request('GET', '/api/schema', call)) as { manifest: unknown }).manifest,
    with: (changed: ClientOptions) => createClient({ ...options, ...changed }),
  }
}

function connectionOf({
  baseUrl = '',
  token,
  apiKey,
  credentials,
  fetch,
  retries = 2,
}: ClientOptions): ClientConnection {
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    // Read for each call, because tests and tools may replace the global.
    get fetch() {
      return fetch ?? globalThis.fetch
    },
    credentials,
    retries,
    async authorization() {
      const session = await secretOf(token)
      if (session) return `Session ${session}`
      const key = await secretOf(apiKey)
      return key ? `Bearer ${key}` : undefined
    },
  }
}

async function secretOf(secret: Secret | undefined): Promise<string | null | undefined> {
  return typeof secret === 'function' ? secret() : secret
}

function collectionMethods(
  rows: Readonly<Record<string, string>>,
  connection: ClientConnection,
  slug: string,
): Methods {
  const methods = methodsOf(rows, connection, slug)
  const { find } = methods
  return Object.assign(methods, find && { each: (options?: Record<string, unknown>) => each(find, options) })
}

function bySlug(make: (slug: string) => Methods): (slug: string) => Methods {
  const made = new Map<string, Methods>()
  return (slug) => {
    const methods = made.get(slug) ?? make(slug)
    made.set(slug, methods)
    return methods
  }
}

/** `collections.posts`: any name is a slug, except names that JavaScript and tools use to inspect an object. */
function members(of: (slug: string) => Methods): object {
  return new Proxy({}, { get: (_, slug) => (isProbe(slug) ? undefined : of(slug as string)) })
}

const AT_ONCE = 100

interface Page {
  readonly docs: readonly { readonly id: string }[]
}

/** Yields all documents, page by page in the order of ids, so that concurrent writes don't shift pages. */
async function* each(find: Method, options: Readonly<Record<string, unknown>> = {}): AsyncGenerator {
  const { where } = options
  for (let last: string | undefined; ; ) {
    const after = last === undefined ? undefined : { id: { greater_than: last } }
    const asked = where === undefined || !after ? (where ?? after) : { and: [where, after] }
    const { docs } = (await find({ ...options, where: asked, sort: 'id', limit: AT_ONCE })) as Page
    yield* docs
    if (docs.length < AT_ONCE) return
    last = docs.at(-1)?.id
  }
}

interface Queueing {
  readonly at?: string | Date
  readonly in?: string | number
  readonly signal?: AbortSignal
  readonly headers?: RequestInit['headers']
}

/** `jobs.sendNewsletter`: accepts any name; the service refuses unknown jobs. */
function jobMethods(connection: ClientConnection): object {
  const queue =
    (name: string): Method =>
    async (input = {}, options = {}) => {
      const { at, in: wait, signal, headers } = options as Queueing
      const path = `/api/jobs/${encodeURIComponent(name)}`
      const body = { input, at: at instanceof Date ? at.toISOString() : at, in: wait }
      return answerOf(await send(connection, { method: 'POST', path, body, headers: new Headers(headers), signal }))
    }
  return new Proxy({}, { get: (_, name) => (isProbe(name) ? undefined : queue(name as string)) })
}

type Rows = Readonly<Record<string, string>>

export function rowsOf({ key, methods }: PluginApi): Rows {
  return rowsBelow(`/api/plugins/${key}`, methods)
}

function addedRows(plugins: readonly PluginApi[], kind: 'collections' | 'globals'): Rows {
  return Object.fromEntries(
    plugins.flatMap((api) => Object.entries(rowsBelow(`/api/${kind}/{slug}`, api[kind]?.methods ?? {}))),
  )
}

function rowsBelow(base: string, methods: PluginApi['methods']): Rows {
  return Object.fromEntries(
    Object.entries(methods).map(([name, { method, path, input, answer = 'value' }]) => {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, one]) => one)
      if (input && method !== 'GET' && method !== 'DELETE') names.push('body')
      const template = path.replaceAll(/:(\w+)/g, '{$1}')
      return [name, `${method} ${base}${template} ${names.join(',') || '-'} ${answer}`]
    }),
  )
}
