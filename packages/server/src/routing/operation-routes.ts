import {
  type Answer,
  AnswerBasis,
  AnswerTags,
  answerWith,
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
  workFor,
} from '@quirecms/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rawQueryOf } from '../intake/query-string.ts'
import { inTrace } from '../log/request-log.ts'
import { isMultipart } from '../intake/json-body.ts'
import { mostBytes, multipartBody } from '../intake/multipart-body.ts'
import type { RouteConfig } from '../intake/route-policy.ts'
import { type CacheTagHeader, publicLifeOfFile } from '../reply/cache-control.ts'
import { sendError, type AnswerHeaders } from '../reply/send.ts'
import { callerOf, type CallerOptions } from './credentials.ts'
import { queryDecoder } from './decode-query.ts'
import { ClientOfResponse, StayingClient } from './client-of-response.ts'
import { checkIfNoneMatch, parseIfMatch } from './preconditions.ts'
import { type AnswerForm, finishAnswer, sendFinished, sendRedirect } from './send-answer.ts'
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

function registerOperation<Call>(
  server: FastifyInstance,
  options: RoutingOptions<Call>,
  entity: Entity<Call>,
  operation: Operation<Call>,
): void {
  const decodeQuery = queryDecoder(operation, options.manifest.parameters)
  const form = answerForm(entity, operation, options)
  const isShared = form.life !== null && (!options.identifiesItsOwnWay || form.life.anonymousOnly)

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const caller = await callerOf(request, operation, options)
      const params = request.params as Record<string, string>
      if (!form.isRead) checkIfNoneMatch(request.headers['if-none-match'], form.status === 201)
      const input: OperationInput = {
        isRemote: true,
        ...decodeQuery(options.pluginCredentials.queryOf(request)),
        params,
        id: params['id'],
        body: request.body as JsonObject | undefined,
        parts: partsOf(request, reply, operation),
        ifMatch: operation.ifMatch ? parseIfMatch(request.headers['if-match']) : undefined,
        headers: operation.headers && headersOf(request, operation.headers),
      }
      const execute = () => options.execute(entity, operation.name, input, caller)
      const isForAll =
        isShared &&
        caller.actor === null &&
        !options.pluginCredentials.isCarriedBy(request) &&
        isCacheable(operation, options.manifest, input.query)
      const basis = isForAll ? new AnswerBasis(options.cacheTags ? new AnswerTags() : undefined) : undefined
      const client = form.isRead
        ? new ClientOfResponse(reply.raw, caller, basis)
        : new StayingClient(reply.raw, caller, request.intake.timeout)
      const awaited = form.isRead ? undefined : new AwaitedAnswer()
      request.awaited = awaited
      const answer = await workFor(client, awaited ? () => answerWith(awaited, execute) : execute)
      if (answer.kind === 'stream')
        await sendStream(reply, answer.content, headersOfPublicFile(form, basis, answer.content))
      else if (answer.kind === 'redirect') sendRedirect(reply, form, answer)
      else if (answer.kind === 'events') {
        const listening = new ClientOfResponse(reply.raw, caller)
        const callerNow = () => callerOf(request, operation, options)
        await sendEvents(reply, answer.open, { client: listening, callerNow })
      } else {
        sendFinished(reply, await workFor(client, () => finishAnswer(reply, form, answer, basis)))
      }
    } catch (error) {
      sendError(request, reply, error)
    }
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
      request.work = inTrace(request, () => serve(request, reply))
    },
  })
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

function answerForm(
  entity: Pick<Entity, 'kind' | 'slug' | 'cache'>,
  { endpoint, answer, cacheable }: Pick<Operation<never>, 'endpoint' | 'answer' | 'cacheable'>,
  { cookie, cacheTags, pluginCredentials }: Pick<RoutingOptions<never>, 'cookie' | 'cacheTags' | 'pluginCredentials'>,
): AnswerForm {
  const isOther = answer.kind === 'doc' && answer.of !== undefined
  return {
    status: answer.status,
    isRead: endpoint.method === 'GET',
    documents: isOther ? null : pathOf(entity, { endpoint: { method: 'GET', path: '' } }),
    life: cacheable ? entity.cache : null,
    varies: ['Authorization', 'Cookie', ...pluginCredentials.headers].join(', '),
    cacheTags,
    cookie,
  }
}

/** Returns the caching headers of a public file; undefined if shared caches must not store it. */
function headersOfPublicFile(
  { life, cacheTags }: AnswerForm,
  basis: AnswerBasis | undefined,
  content: StreamedContent,
): AnswerHeaders | undefined {
  const control = publicLifeOfFile(life, basis, content)
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
  const { raw, intake, jsonLimits } = request
  return multipartBody(raw, reply.raw, {
    maxFileSize: body.maxFileSize,
    maxDataSize: intake.bodyLimit,
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
