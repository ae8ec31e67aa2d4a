import { type AnyClient, type AnySelect, createClient } from '@quirecms/sdk'
import type { Page, Where } from './document.ts'
import type { FeedChange } from './feed/news.ts'

/** Requests that public/begin.js has started, by path. */
const begun = (globalThis as { quireBegun?: Map<string, Promise<Response>> }).quireBegun

/**
 * `fetch` that consumes the requests started before the app ran. Each response is used once; a repeated request goes to
 * the service.
 */
const fetchOrTake: typeof fetch = async (input, init) => {
  const path = typeof input === 'string' && (init?.method ?? 'GET') === 'GET' ? input : undefined
  const answer = path === undefined ? undefined : begun?.get(path)
  if (path === undefined || answer === undefined) return fetch(input, init)
  begun?.delete(path)
  return answer
}

export type { AnySelect } from '@quirecms/sdk'

/** The service that served the app. Queries retry by themselves. */
const client = createClient({ retries: 0 })

export const { collection, global, request } = client
export const users: AnyClient['users'] = client.users
export const account: AnyClient['account'] = client.account

/** For the first requests, which public/begin.js starts before the app runs. */
export const firstCalls = client.with({ fetch: fetchOrTake })

/** For requests sent while the page unloads: `keepalive` lets the browser deliver them after the page is gone. */
export const lastCalls = client.with({ fetch: (input, init) => fetch(input, { ...init, keepalive: true }) })

export const overview: Pick<AnyClient, 'access' | 'counts' | 'search' | 'documents' | 'scheduledAll' | 'startPage'> =
  client

/** The change feed as a stream. */
export function changes(options: {
  readonly after: string | undefined
  readonly signal: AbortSignal
  readonly onReady: (next: string) => void
}): AsyncIterable<FeedChange> {
  const { after, ...others } = options
  return client.changes({ ...others, ...(after !== undefined && { after }) })
}

/** Which relations come as documents, and with which fields. */
export interface Population {
  readonly [path: string]: true | { readonly select?: AnySelect; readonly populate?: Population }
}

export interface ListOptions {
  readonly where?: Where
  readonly sort?: readonly string[]
  readonly page?: number
  readonly limit?: number
  readonly select?: AnySelect
  readonly populate?: Population
  /** Page sizes of joins. */
  readonly joins?: { readonly [path: string]: { readonly limit: number } }
  readonly locale?: string
  /** Excludes fallbacks: only values of the locale itself. */
  readonly fallbackLocale?: false
  readonly draft?: boolean | 'newest'
  readonly trash?: boolean
  readonly search?: string
}

export function find(slug: string, options: ListOptions): Promise<Page> {
  return collection(slug).find(options)
}
