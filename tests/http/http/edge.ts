import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { createServer, type FastifyInstance, type Logger, type ServerOptions } from '@quirecms/server'
import { createLogger } from '@quirecms/server/log'
import { sendJson } from './parts.ts'

export interface Edge {
  readonly server: FastifyInstance
  readonly port: number
  /** Of the records logged so far. */
  readonly lines: LogRecord[]
  /** `fetch` on a path of the service. */
  readonly call: (path: string, init?: RequestInit) => Promise<Answer>
  /** Sends bytes on a new connection; resolves with the response when the service closes it. */
  readonly raw: (...parts: (string | Buffer)[]) => Promise<string>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: { readonly [member: string]: unknown; readonly error?: ErrorBody }
}

export interface ErrorBody {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly requestId: string
  readonly issues?: readonly { code: string; path: string; message: string }[]
}

export type LogRecord = { readonly [member: string]: unknown }

type Options = Partial<ServerOptions> & { readonly host?: string }

/** The edge with a few routes, on a free port until the test ends. */
export async function startEdge(
  options: Options = {},
  routes: (server: FastifyInstance) => void = echoRoutes,
): Promise<Edge> {
  const { host = '127.0.0.1', ...serverOptions } = options
  const lines: LogRecord[] = []
  const server = createServer({ log: collectingLog(lines), closeGrace: 200, drain: 0, ...serverOptions })
  routes(server)
  await server.listen({ port: 0, host })
  onTestFinished(() => server.close())
  const { port } = server.server.address() as AddressInfo
  const call = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as Answer['body']) : {},
    }
  }
  const raw = async (...parts: (string | Buffer)[]): Promise<string> => {
    const socket = await openSocket(port)
    for (const part of parts) socket.write(part)
    return everything(socket)
  }
  return { server, port, lines, call, raw }
}

export function collectingLog(lines: LogRecord[]): Logger {
  return createLogger({ level: 'debug', destination: { write: (line) => lines.push(JSON.parse(line) as LogRecord) } })
}

function echoRoutes(server: FastifyInstance): void {
  server.get('/things', (_request, reply) => sendJson(reply, 200, '{"docs":[]}'))
  server.post('/things', { config: { body: 'required' } }, (request, reply) => {
    sendJson(reply, 201, JSON.stringify({ doc: request.body }))
  })
  server.get('/things/:id', (request, reply) => sendJson(reply, 200, JSON.stringify(request.params), { ETag: '"1"' }))
  server.delete('/things/:id', (_request, reply) => sendJson(reply, 200, '{"deleted":true}'))
  server.post('/things/:id/lock', { config: { body: 'optional' } }, (request, reply) => {
    sendJson(reply, 200, JSON.stringify({ body: request.body ?? null }))
  })
  server.post('/login', { config: { body: 'optional', rateLimit: 'auth' } }, (_request, reply) => {
    sendJson(reply, 200, '{}')
  })
  server.get('/healthz', { config: { probe: true } }, (_request, reply) => sendJson(reply, 200, '{"status":"ok"}'))
}

export async function openSocket(port: number, host = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, host)
  // Many tests are about connections that the service closes.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

export async function everything(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await new Promise((closed) => socket.once('close', closed))
  return Buffer.concat(chunks).toString('latin1')
}

/** The last response on a raw connection. */
export function lastAnswer(text: string): { status: number; headers: Headers; error: ErrorBody } {
  const start = text.lastIndexOf('HTTP/1.1 ')
  const [head = '', body = ''] = text.slice(start).split('\r\n\r\n')
  const [statusLine = '', ...fields] = head.split('\r\n')
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]))
  return { status: Number(statusLine.split(' ')[1]), headers, error: (JSON.parse(body) as { error: ErrorBody }).error }
}

export const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Waits for something that happens soon, or later on a busy machine. */
export const eventually = (read: () => unknown): ReturnType<typeof expect.poll> => expect.poll(read)
