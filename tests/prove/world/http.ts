import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** Parsed JSON; undefined for other content. */
  readonly body: unknown
}

/** The connection broke before the answer was complete: the outcome of the call is unknown. */
export class Broken extends Error {
  readonly code: string

  constructor(code: string) {
    super(`the connection broke: ${code}`)
    this.code = code
  }
}

/** No response in time, which is always a finding. */
export class Hangs extends Error {}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** A JSON value, or bytes. */
  readonly body?: unknown
  readonly patience?: number
}

const PATIENCE = 60_000

/** Calls a service over persistent connections. Throws only `Broken` and `Hangs`. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })
  base: string

  constructor(base: string) {
    this.base = base
  }

  call(method: string, path: string, { headers = {}, body, patience = PATIENCE }: CallOptions = {}): Promise<Answer> {
    const isBytes = body instanceof Uint8Array
    const sent = body === undefined ? undefined : isBytes ? body : Buffer.from(JSON.stringify(body))
    const own = sent === undefined ? {} : { 'content-length': String(sent.length) }
    const type = sent === undefined || isBytes ? {} : { 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(this.base)
      const asked = request(
        { hostname, port, method, path, agent: this.#agent, headers: { ...own, ...type, ...headers } },
        (response) => {
          const chunks: Buffer[] = []
          const finish = () => {
            clearTimeout(timer)
            resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks)))
          }
          // The stream stays open until the client ends it: its beginning is the result.
          const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            if (!isStream) return
            finish()
            asked.destroy()
          })
          response.on('end', () => {
            if (response.complete) return finish()
            clearTimeout(timer)
            reject(new Broken('the answer is cut off'))
          })
          response.on('error', fail)
        },
      )
      const timer = setTimeout(() => {
        reject(new Hangs(`${method} ${path} has no answer after ${patience} ms`))
        asked.destroy()
      }, patience)
      function fail(error: NodeJS.ErrnoException): void {
        clearTimeout(timer)
        reject(new Broken(error.code ?? error.message))
      }
      asked.on('error', fail)
      asked.end(sent)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function answerOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const text = bytes.toString()
  let body: unknown
  if (headers['content-type']?.startsWith('application/json')) {
    try {
      body = JSON.parse(text)
    } catch {
      body = undefined
    }
  }
  return { status, headers, bytes, text, body }
}
