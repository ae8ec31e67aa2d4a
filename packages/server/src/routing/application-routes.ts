import { Readable } from 'node:stream'
import {
  type AnyLocalApi,
  withAwaitedAnswer,
  AwaitedAnswer,
  type Caller,
  type CompiledCheck,
  compileSchema,
  hasBody,
  type Issue,
  type JsonSchema,
  QuireError,
  refuseHeldBack,
  type Route,
  type RouteArguments,
  RouteResponse,
  withClient,
} from '@quirecms/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readBytes } from '../intake/json-body.ts'
import { parseAnyQuery } from '../intake/query-string.ts'
import { inTrace } from '../log/request-log.ts'
import { sendError, sendReadable, sendText } from '../reply/send.ts'
import { callerOf, type CallerOptions, viewOf } from './credentials.ts'
import { ClientOfResponse, StayingClient } from './client-of-response.ts'
import { signalOfStopping } from './signal-of-stopping.ts'

export interface ApplicationRoutesOptions extends CallerOptions {
  readonly routes: readonly Route[]
  readonly localFor: (caller: Caller) => AnyLocalApi
}

/** Serves the routes of the application and its plugins (docs/contract/application-code.md#routes). */
export function registerApplicationRoutes(server: FastifyInstance, options: ApplicationRoutesOptions): void {
  for (const route of options.routes) registerRoute(server, route, options)
}

function registerRoute(server: FastifyInstance, route: Route, options: ApplicationRoutesOptions): void {
  const { method, body, input } = route
  const takesBody = hasBody(method)
  const checkInput = checkOf(input)
  const checkOutput = checkOf(route.output)

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const caller = await callerFor(request, route, options)
      const query = parseAnyQuery(options.pluginCredentials.queryWithoutCredentials(request))
      const given = takesBody ? await bodyOf(request, route) : readQueryInput(query, input)
      refuseWrong(checkInput?.(given ?? {}))
      const handle = async () => route.handler(argumentsOf(reply, caller, { query, given, takesBody }, options))
      request.awaited = new AwaitedAnswer()
      const client = new StayingClient(reply.raw, caller, request.policy.timeout)
      const answer = await withAwaitedAnswer(request.awaited, () => withClient(client, handle))
      sendResult(reply, answer, checkOutput)
    } catch (error) {
      sendError(request, reply, error)
    }
  }

  server.route({
    method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      body: takesBody ? (body.as === 'bytes' ? 'stream' : input ? 'required' : 'optional') : 'none',
      countedAs: { operation: 'route', entity: route.group },
    },
    ...(body.limit !== null && { bodyLimit: body.limit }),
    handler: (request, reply) => {
      request.work = inTrace(request, () => serve(request, reply))
    },
  })
}

/** A route with `auth: 'none'` does not check credentials, so an invalid one does not matter. */
async function callerFor(request: FastifyRequest, { auth, method }: Route, options: CallerOptions): Promise<Caller> {
  const credentials = auth === 'none' ? 'none' : 'any'
  const caller = await callerOf(request, { credentials, endpoint: { method, path: '' } }, options)
  refuseHeldBack(caller)
  if (auth === 'required' && caller.actor === null)
    throw new QuireError('unauthenticated', 'Sign in, or send an API key, to do this.')
  return caller
}

type QueryTexts = Readonly<Record<string, string | string[]>>

/**
 * Converts query parameters to the types of a schema. A value of the wrong type stays text, so that the schema refuses
 * it.
 */
function readQueryInput(query: QueryTexts, schema: JsonSchema | null): Record<string, unknown> {
  const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.fromEntries(
    Object.entries(query).map(([name, given]) => [name, readValue(given, properties[name] ?? {})]),
  )
}

function readValue(given: string | string[], schema: JsonSchema): unknown {
  const { type, items = {} } = schema
  if (type === 'array') return [given].flat().map((one) => readText(one, (items as JsonSchema)['type']))
  return Array.isArray(given) ? given : readText(given, type)
}

function readText(text: string, type: unknown): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  // JSON syntax only: `Number` would convert a space to 0.
  if ((type === 'number' || type === 'integer') && /^-?\d{1,20}(?:\.\d{1,20})?$/.test(text)) return Number(text)
  return text
}

async function bodyOf(request: FastifyRequest, { body }: Route): Promise<unknown> {
  if (body.as === 'json') return request.body
  return new Promise((resolve, reject) => {
    readBytes(request.raw, request.policy.bodyLimit, (error, bytes) => (error ? reject(error) : resolve(bytes)))
  })
}

function checkOf(schema: JsonSchema | null): CompiledCheck | undefined {
  return schema === null ? undefined : compileSchema(schema)
}

function refuseWrong(problems: readonly Issue[] = []): void {
  if (problems.length > 0)
    throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues: problems })
}

interface GivenInput {
  readonly query: Readonly<Record<string, string | string[]>>
  readonly given: unknown
  readonly takesBody: boolean
}

function argumentsOf(
  { request, raw }: FastifyReply,
  caller: Caller,
  { query, given, takesBody }: GivenInput,
  { localFor }: ApplicationRoutesOptions,
): RouteArguments {
  const client = new ClientOfResponse(raw, caller)
  let stopping: AbortSignal | undefined
  return {
    request: {
      ...viewOf(request),
      get signal() {
        return client.gone
      },
      get stopping() {
        stopping ??= signalOfStopping(request.shutdown.stopping, raw)
        return stopping
      },
    },
    params: request.params as Record<string, string>,
    query: takesBody ? query : (given as Record<string, unknown>),
    body: takesBody ? given : undefined,
    actor: caller.actor,
    get local() {
      return localFor(caller)
    },
    respond: (status, body, headers) => new RouteResponse(status, body, headers),
  }
}

function sendResult(reply: FastifyReply, answer: unknown, checkOutput: CompiledCheck | undefined): void {
  const { status, body, headers } = answer instanceof RouteResponse ? answer : new RouteResponse(200, answer)
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`a route returned the status ${status}: it must be one from 200 to 599`)
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const rest = Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'))
  const stream = asStream(body)
  if (stream) {
    sendReadable(reply, status, type ?? 'application/octet-stream', stream, rest)
  } else if (body instanceof Uint8Array) {
    sendText(reply, status, type ?? 'application/octet-stream', Buffer.from(body), rest)
  } else if (typeof body === 'string' && type !== undefined) {
    sendText(reply, status, type, body, rest)
  } else if (body === undefined) {
    // 204 without a body, unless the handler chose a status.
    sendText(reply, answer instanceof RouteResponse ? status : 204, type ?? 'text/plain', '', rest)
  } else {
    if (status < 300) refuseOutput(checkOutput?.(body))
    sendText(reply, status, type ?? 'application/json; charset=utf-8', JSON.stringify(body), rest)
  }
}

/** A wrong output is a fault of the application: it becomes an internal error. */
function refuseOutput(problems: readonly Issue[] = []): void {
  const [first] = problems
  if (first) throw new Error(`the answer does not match \`output\`, at "${first.path}": ${first.message}`)
}

function asStream(body: unknown): Readable | undefined {
  if (body instanceof Readable) return body
  return body instanceof ReadableStream ? Readable.fromWeb(body) : undefined
}
