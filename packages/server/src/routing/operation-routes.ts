import {
  type Answer,
  AnswerBasis,
  AnswerTags,
  AwaitedAnswer,
  type Caller,
  type Entity,
  isCacheable,
  type JsonObject,
  type Manifest,
  type Operation,
  type OperationInput,
  pathOf,
  type StreamedContent,
  type WaitingClient,
  withAwaitedAnswer,
  withClient,
} from '@quirecms/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rawQueryOf } from '../intake/query-string.ts'
import { inTrace } from '../log/request-log.ts'
import { isMultipart } from '../intake/json-body.ts'
import { mostBytes, multipartBody } from '../intake/multipart-body.ts'
import type { RouteConfig } from '../intake/route-policy.ts'
import { type CacheTagHeader, publicLifeOfFile } from '../reply/cache-control.ts'
import { sendError, type HeadersByName } from '../reply/send.ts'
import { callerOf, type CallerOptions } from './credentials.ts'
import { queryDecoder } from './decode-query.ts'
import { ClientOfResponse, StayingClient } from './client-of-response.ts'
import { checkIfNoneMatch, parseIfMatch } from './preconditions.ts'
import { type ResponseSettings, sendAnswer, sendRedirect } from './send-answer.ts'
import { sendEvents } from './send-events.ts'
import { sendStream } from './send-stream.ts'

export type Execute<Call> = (
  entity: Entity<Call>,
  operation: string,
  input: OperationInput,
  caller: Caller,
) => Promise<Answer>

/** An `{id}` must be a UUID; other segments never match a document's path (docs/contract/requests.md#ids). */
const DOCUMENT_ID = ':id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)'

/** `Call` is opaque here: the engine's own type, passed back to it. */
export interface RoutingOptions<Call> extends CallerOptions {
  readonly manifest: Manifest<Call>
  readonly execute: Execute<Call>
  /** The application identifies callers itself, by means that caches don't know. */
  readonly identifiesItsOwnWay: boolean
  /** Null if responses carry no cache tags. */
  readonly cacheTags: CacheTagHeader | null
}

export function registerOperations<Call>(server: FastifyInstance, options: RoutingOptions<Call>): void {
  for (const entity of entitiesOf(options.manifest)) {
    for (const operation of Object.values(entity.operations)) registerOperation(server, options, entity, operation)
  }
}

export function entitiesOf<Call>({ collections, globals, service }: Manifest<Call>): Entity<Call>[] {
  return [...Object.values(collections), ...Object.values(globals), service]
}

/** What all requests to one operation share; computed once. */
interface OperationRoute<Call> {
  readonly options: RoutingOptions<Call>
  readonly entity: Entity<Call>
  readonly operation: Operation<Call>
  readonly decodeQuery: ReturnType<typeof queryDecoder>
  readonly responses: ResponseSettings
  /** Shared caches may store responses to anonymous callers. */
  readonly isShared: boolean
}

function registerOperation<Call>(
  server: FastifyInstance,
  options: RoutingOptions<Call>,
  entity: Entity<Call>,
  operation: Operation<Call>,
): void {
  const responses = responseSettings(entity, operation, options)
  const { cacheLife } = responses
  const route: OperationRoute<Call> = {
    options,
    entity,
    operation,
    decodeQuery: queryDecoder(operation, options.manifest.parameters),
    responses,
    isShared: cacheLife !== null && (!options.identifiesItsOwnWay || cacheLife.anonymousOnly),
  }
  server.route({
    method: operation.endpoint.method,
    url: pathOf(entity, operation).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 'id' ? DOCUMENT_ID : `:${name}`,
    ),
    config: {
      ...bodyPolicy(operation, server.initialConfig.bodyLimit ?? 0),
      ...(operation.limitedAsAuth && { rateLimit: 'auth' as const }),
      ...whereUsersAreMade(entity, operation),
      countedAs: { operation: operation.name, entity: entity.slug },
    },
    // `serve` sends the response itself, bypassing Fastify's serialisation, so the handler returns nothing.
    handler: (request, reply) => {
      request.work = inTrace(request, () => serve(route, request, reply))
    },
  })
}

/** Identifies the caller, reads the input, executes the operation, and sends its answer or its error. */
async function serve<Call>(route: OperationRoute<Call>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { options, entity, operation } = route
  try {
    const caller = await callerOf(request, operation, options)
    const input = inputOf(route, request, reply)
    const execute = () => options.execute(entity, operation.name, input, caller)
    if (route.responses.isRead) {
      const basis = answerBasisFor(route, request, caller, input)
      const client = new ClientOfResponse(reply.raw, caller, basis)
      await send(route, request, reply, { answer: await withClient(client, execute), client, caller, basis })
    } else {
      const client = new StayingClient(reply.raw, caller, request.policy.timeout)
      const awaited = new AwaitedAnswer()
      request.awaited = awaited
      const answer = await withClient(client, () => withAwaitedAnswer(awaited, execute))
      await send(route, request, reply, { answer, client, caller, basis: undefined })
    }
  } catch (error) {
    sendError(request, reply, error)
  }
}

function inputOf<Call>(
  { options, operation, decodeQuery, responses }: OperationRoute<Call>,
  request: FastifyRequest,
  reply: FastifyReply,
): OperationInput {
  const params = request.params as Record<string, string>
  if (!responses.isRead) checkIfNoneMatch(request.headers['if-none-match'], responses.status === 201)
  return {
    isRemote: true,
    ...decodeQuery(options.pluginCredentials.queryWithoutCredentials(request)),
    params,
    id: params['id'],
    body: request.body as JsonObject | undefined,
    parts: partsOf(request, reply, operation),
    ifMatch: operation.ifMatch ? parseIfMatch(request.headers['if-match']) : undefined,
    headers: operation.headers && headersOf(request, operation.headers),
  }
}

/** Notes what the answer depends on, if shared caches may store it; undefined for all other answers. */
function answerBasisFor<Call>(
  { options, operation, isShared }: OperationRoute<Call>,
  request: FastifyRequest,
  caller: Caller,
  { query }: OperationInput,
): AnswerBasis | undefined {
  const isForAll =
    isShared &&
    caller.actor === null &&
    !options.pluginCredentials.carriesAnyCredential(request) &&
    isCacheable(operation, options.manifest, query)
  return isForAll ? new AnswerBasis(options.cacheTags ? new AnswerTags() : undefined) : undefined
}

interface Executed {
  readonly answer: Answer
  readonly client: WaitingClient
  readonly caller: Caller
  readonly basis: AnswerBasis | undefined
}

async function send<Call>(
  { options, operation, responses }: OperationRoute<Call>,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, client, caller, basis }: Executed,
): Promise<void> {
  switch (answer.kind) {
    case 'stream':
      return sendStream(reply, answer.content, headersOfPublicFile(responses, basis, answer.content))
    case 'redirect':
      sendRedirect(reply, responses, answer)
      return
    case 'events': {
      const listening = new ClientOfResponse(reply.raw, caller)
      const callerNow = () => callerOf(request, operation, options)
      return sendEvents(reply, answer.open, { client: listening, callerNow })
    }
    default:
      return withClient(client, () => sendAnswer(reply, responses, answer, basis))
  }
}

/** Users have an endpoint of their own; a POST to the collection is told where. */
function whereUsersAreMade<Call>(
  entity: Entity<Call>,
  { endpoint: { method, path, base } }: Operation<Call>,
): Pick<RouteConfig, 'elsewhere'> {
  const { createUser } = entity.operations
  if (!createUser || method !== 'GET' || path !== '' || base !== undefined) return {}
  return { elsewhere: { POST: `To make a user, send POST ${pathOf(entity, createUser)}.` } }
}

function responseSettings(
  entity: Pick<Entity, 'kind' | 'slug' | 'cache'>,
  { endpoint, answer, cacheable }: Pick<Operation<never>, 'endpoint' | 'answer' | 'cacheable'>,
  { cookie, cacheTags, pluginCredentials }: Pick<RoutingOptions<never>, 'cookie' | 'cacheTags' | 'pluginCredentials'>,
): ResponseSettings {
  // Such as a snapshot.
  const isOther = answer.kind === 'doc' && answer.of !== undefined
  return {
    status: answer.status,
    isRead: endpoint.method === 'GET',
    documentsPath: isOther ? null : pathOf(entity, { endpoint: { method: 'GET', path: '' } }),
    cacheLife: cacheable ? entity.cache : null,
    varies: ['Authorization', 'Cookie', ...pluginCredentials.headers].join(', '),
    cacheTags,
    cookie,
  }
}

/** Returns the caching headers of a public file; undefined if shared caches must not store it. */
function headersOfPublicFile(
  { cacheLife, cacheTags }: ResponseSettings,
  basis: AnswerBasis | undefined,
  content: StreamedContent,
): HeadersByName | undefined {
  const control = publicLifeOfFile(cacheLife, basis, content)
  if (control === undefined) return undefined
  return {
    'Cache-Control': control,
    ...(cacheTags && basis?.tags && { [cacheTags.name]: cacheTags.valueOf(basis.tags) }),
  }
}

function headersOf({ headers }: FastifyRequest, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}

function bodyPolicy(
  { body }: Pick<Operation<never>, 'body'>,
  maxDataSize: number,
): Pick<RouteConfig, 'body' | 'multipartLimit'> {
  if (body.kind === 'none') return { body: 'none' }
  if (body.kind === 'schema' && body.form) return { body: 'form' }
  if (body.kind !== 'multipart') return { body: body.optional ? 'optional' : 'required' }
  const multipartLimit = mostBytes({ maxFileSize: body.maxFileSize, maxDataSize })
  return { body: body.orDocument ? 'multipartOrJson' : 'multipart', multipartLimit }
}

function partsOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { body }: Pick<Operation<never>, 'body'>,
): OperationInput['parts'] {
  if (body.kind !== 'multipart' || !isMultipart(request)) return undefined
  const { raw, policy, jsonLimits } = request
  return multipartBody(raw, reply.raw, {
    maxFileSize: body.maxFileSize,
    maxDataSize: policy.bodyLimit,
    json: jsonLimits,
  })
}

/**
 * Refuses all query parameters, for routes of the framework without any (docs/contract/requests.md#strict-parameters).
 */
export function refuseQuery(request: FastifyRequest): void {
  const raw = rawQueryOf(request)
  const { refusedQuery } = queryDecoder({ parameters: [] }, {})(raw)
  if (refusedQuery) throw refusedQuery
}
