import type { Answer, Caller, Entity, JsonObject, Manifest, Operation, OperationInput } from '@quire/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rawQueryOf } from '../intake/query-string.ts'
import type { BodyPolicy } from '../intake/route-policy.ts'
import { sendError } from '../reply/send.ts'
import type { Identify } from './credentials.ts'
import { queryDecoder } from './decode-query.ts'
import { parseIfMatch } from './if-match.ts'
import { sendAnswer } from './send-answer.ts'

/** Runs an operation in the engine; HTTP knows nothing else of it. */
export type Execute = (entity: Entity, operation: string, input: OperationInput, caller: Caller) => Promise<Answer>

/** An `{id}` is a UUID: any other segment never matches a document's path (contract 14, Requests). */
const DOCUMENT_ID = ':id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)'

export interface RoutingOptions {
  readonly manifest: Manifest
  readonly execute: Execute
  readonly identify: Identify
}

/** A route for every operation of the manifest, and for nothing else. */
export function registerOperations(server: FastifyInstance, options: RoutingOptions): void {
  const { collections, globals } = options.manifest
  for (const entity of [...Object.values(collections), ...Object.values(globals)]) {
    for (const operation of Object.values(entity.operations)) registerOperation(server, options, entity, operation)
  }
}

export function basePath({ kind, slug }: Pick<Entity, 'kind' | 'slug'>): string {
  return kind === 'collection' ? `/api/collections/${slug}` : `/api/globals/${slug}`
}

function registerOperation(
  server: FastifyInstance,
  { manifest, execute, identify }: RoutingOptions,
  entity: Entity,
  operation: Operation<never>,
): void {
  const decodeQuery = queryDecoder(operation, manifest.parameters)
  const { status } = operation.answer

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const actor = await identify(request)
      const { id, ...params } = request.params as Record<string, string>
      const ifMatch = operation.ifMatch ? parseIfMatch(request.headers['if-match']) : undefined
      const input: OperationInput = {
        query: decodeQuery(rawQueryOf(request)),
        params,
        ...(id !== undefined && { id }),
        ...(request.body !== undefined && { body: request.body as JsonObject }),
        ...(ifMatch !== undefined && { ifMatch }),
      }
      sendAnswer(reply, status, await execute(entity, operation.name, input, { actor, system: false, context: {} }))
    } catch (error) {
      sendError(request, reply, error)
    }
  }

  server.route({
    method: operation.endpoint.method,
    url:
      basePath(entity) +
      operation.endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? DOCUMENT_ID : `:${name}`)),
    config: { body: bodyPolicy(operation) },
    // The answer goes out by itself, past Fastify's own serialisation, so nothing is returned to it.
    handler: (request, reply) => {
      void serve(request, reply)
    },
  })
}

function bodyPolicy({ body }: Operation<never>): BodyPolicy {
  if (body.kind === 'none') return 'none'
  return body.optional ? 'optional' : 'required'
}

/** A route of the framework that takes no parameters refuses every one (contract 5). */
export function refuseQuery(request: FastifyRequest): void {
  const raw = rawQueryOf(request)
  if (raw !== '') queryDecoder({ parameters: [] }, {})(raw)
}
