import { errorOf, QuireError } from './client-error.ts'
import { fetchWithProgress, type OnProgress } from './upload.ts'

export interface ClientConnection {
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly credentials: RequestInit['credentials']
  readonly retries: number
  authorization(): Promise<string | undefined>
}

export interface OutgoingCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: RequestInit['headers'] | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

/** Longest wait for a retry in milliseconds, even if the service asks for more. */
const LONGEST_WAIT = 5000

/** Sends a call and resolves to its successful response. Retries reads. */
export async function send(connection: ClientConnection, call: OutgoingCall): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await attemptOnce(connection, call)
      if (response.ok) return response
      throw errorOf(response.status, response.headers, await jsonOf(response))
    } catch (error) {
      call.signal?.throwIfAborted()
      const wait = waitBefore(error, attempt)
      if (call.method !== 'GET' || attempt >= connection.retries || wait > LONGEST_WAIT) throw error
      await pause(wait, call.signal)
    }
  }
}

async function attemptOnce(connection: ClientConnection, call: OutgoingCall): Promise<Response> {
  const { method, path, body, signal, onProgress } = call
  const headers = new Headers(call.headers)
  if (!headers.has('accept')) headers.set('accept', 'application/json')
  if (!headers.has('authorization')) {
    const authorization = await connection.authorization()
    if (authorization !== undefined) headers.set('authorization', authorization)
  }
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
  const init = {
    method,
    headers,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(connection.credentials && { credentials: connection.credentials }),
  }
  const url = connection.baseUrl + path
  try {
    if (isForm && onProgress) return await fetchWithProgress(connection.fetch, url, { ...init, body }, onProgress)
    // `fetch` must not be called as a method of another object in browsers.
    const { fetch } = connection
    return await fetch(url, init)
  } catch (error) {
    if (signal?.aborted) throw error
    throw new QuireError('network', 'The service did not answer. Check the address and the connection.', {
      cause: error,
    })
  }
}

/** Returns undefined if the body is not JSON. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

export async function answerOf(response: Response): Promise<unknown> {
  const body = await jsonOf(response)
  if (body !== undefined) {
    keepTags(response, body)
    return body
  }
  throw errorOf(response.status, response.headers, undefined)
}

/** Whether a retry may succeed. A query that timed out would take as long again. */
export function mayPass({ code, status }: QuireError): boolean {
  const isPassing = status === 429 || status === 502 || status === 503 || status === 504
  return code === 'network' || (isPassing && code !== 'timeout')
}

/** Returns milliseconds; infinity if a retry is pointless. */
function waitBefore(error: unknown, attempt: number): number {
  if (!(error instanceof QuireError)) return Infinity
  if (!mayPass(error)) return Infinity
  const { retryAfter } = error
  // Jitter: clients that failed together must not retry together.
  return retryAfter === undefined ? 200 * 2 ** attempt * (1 + Math.random()) : retryAfter * 1000
}

export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Headers with cache tags (docs/caching.md#tags). */
const HEADERS = ['cache-tag', 'surrogate-key', 'xkey']

/** Beside the answers, which show only what the service sent. */
const known = new WeakMap<object, readonly string[]>()

/** Remembers the tags of a response for its body and for the document in it. */
function keepTags({ headers }: Response, body: unknown): void {
  const given = HEADERS.map((name) => headers.get(name)).find((value) => value !== null)
  if (given === undefined || given === null) return
  const tags = given.split(/[\s,]+/).filter((tag) => tag !== '')
  const document = isObject(body) && 'doc' in body ? body.doc : undefined
  for (const one of [body, document]) if (isObject(one)) known.set(one, tags)
}

export function tagsOf(answer: object): readonly string[] {
  return known.get(answer) ?? []
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
