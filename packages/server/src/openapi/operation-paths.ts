import { type Entity, type JsonSchema, type Manifest, type Operation, pathOf, pluginOf } from '@quire/core'
import { entitiesOf } from '../routing/operation-routes.ts'
import { answerHeaders, CONDITIONAL } from './answer-headers.ts'
import { OperationIds, pascalCase, schemaReference } from './component-names.ts'
import { answerName, answerSchema, documentReference, hasListTag, isOfEntity } from './entity-components.ts'
import { FILE_ANSWER, RANGE } from './file-answers.ts'
import { ALWAYS, errorResponses, type ErrorStatus } from './error-components.ts'
import { operationParameters } from './query-parameters.ts'
import { securityOf } from './security.ts'

type AnyOperation = Operation<never>

type MultipartBody = Extract<AnyOperation['body'], { kind: 'multipart' }>

/** All operations of the manifest at their concrete paths, and the schemas that only operations use. */
export function operationPaths(manifest: Manifest): {
  paths: Record<string, Record<string, JsonSchema>>
  schemas: Record<string, JsonSchema>
} {
  const ids = new OperationIds()
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const schemas: Record<string, JsonSchema> = {}
  for (const entity of entitiesOf(manifest)) {
    for (const operation of Object.values(entity.operations)) {
      const { method } = operation.endpoint
      const operationId = ids.take(operation.name, entity)
      const item = (paths[pathOf(entity, operation)] ??= {})
      item[method.toLowerCase()] = {
        operationId,
        tags: [tagOfOperation(entity, operation)],
        summary: operation.summary,
        ...securityOf(operation),
        parameters: [
          ...operationParameters(operation, entity, manifest.parameters),
          ...(hasTag(entity, operation) ? [CONDITIONAL.parameter] : []),
          ...(operation.answer.kind === 'stream' ? [RANGE.parameter] : []),
        ],
        ...requestBody(entity, operation, operationId, schemas),
        responses: {
          [operation.answer.status]: success(entity, operation, operationId, schemas),
          ...(hasTag(entity, operation) && CONDITIONAL.responses),
          ...(operation.answer.kind === 'stream' && RANGE.responses),
          ...errorResponses(failuresOf(entity, operation)),
        },
      }
    }
  }
  return { paths, schemas }
}

/** Slugs are lowercase, so no collection has this tag. */
export const ACCOUNT_TAG = 'Account'

/** Slugs have no spaces, so a global and a collection with the same name get different tags. */
export function tagOf({ kind, slug }: Pick<Entity, 'kind' | 'slug'>): string {
  if (kind === 'service') return ACCOUNT_TAG
  return kind === 'collection' ? slug : `global ${slug}`
}

/** What a plugin brings stands together, whether it is a route or an operation. */
export function tagOfOperation(entity: Pick<Entity, 'kind' | 'slug'>, operation: AnyOperation): string {
  const plugin = pluginOf(operation)
  return plugin === undefined ? tagOf(entity) : `Plugin ${plugin}`
}

type Schemas = Record<string, JsonSchema>

function requestBody(entity: Entity, operation: AnyOperation, operationId: string, schemas: Schemas): JsonSchema {
  const { body } = operation
  if (body.kind === 'none') return {}
  const document = (partial: boolean) =>
    documentReference(entity, partial ? 'update' : 'create', operation.parameters.includes('locale'))
  if (body.kind === 'multipart') {
    const form = multipartSchema(body, document(body.partial))
    const content = {
      ...(body.orDocument && { 'application/json': { schema: document(body.partial) } }),
      'multipart/form-data': { schema: form, encoding: { data: { contentType: 'application/json' } } },
    }
    return { requestBody: { required: true, content } }
  }
  const schema =
    body.kind === 'document'
      ? document(body.partial)
      : holdsDocument(operation)
        ? define(schemas, `${pascalCase(operationId)}Request`, withDocument(entity, operation, body.schema))
        : share(schemas, [operation.name, operationId], 'Request', body.schema)
  return { requestBody: { required: body.optional !== true, content: { 'application/json': { schema } } } }
}

/** OpenAPI describes a file as a member without a type of its own. */
function multipartSchema({ orDocument, maxFileSize }: MultipartBody, document: JsonSchema): JsonSchema {
  const file = {
    contentMediaType: 'application/octet-stream',
    description: `The file, of at most ${maxFileSize} bytes.`,
  }
  return {
    type: 'object',
    ...(!orDocument && { required: ['file'] }),
    properties: { file, data: document },
    additionalProperties: false,
  }
}

/** The `data` of a bulk call is what a single update takes; the `data` of a new user is what a new document takes. */
function holdsDocument({ name, answer }: AnyOperation): boolean {
  return answer.kind === 'results' || name === 'createUser' || name === 'remoteUpload'
}

/** Puts the document's schema into that of the operation, which doesn't know the fields. */
function withDocument(entity: Entity, { answer, parameters }: AnyOperation, schema: JsonSchema): JsonSchema {
  const { properties } = schema as { readonly properties?: Schemas }
  if (!properties?.['data']) return schema
  const data =
    answer.kind === 'results'
      ? documentReference(entity, 'update', false)
      : documentReference(entity, 'create', parameters.includes('locale'))
  return { ...schema, properties: { ...properties, data } }
}

function success(entity: Entity, operation: AnyOperation, operationId: string, schemas: Schemas): JsonSchema {
  const { answer } = operation
  if (answer.kind === 'stream') return FILE_ANSWER
  if (isOfEntity(answer)) return { $ref: `#/components/responses/${answerName(entity, answer)}` }
  const schema = share(schemas, [operation.name, operationId], 'Answer', answerSchema(answer))
  const headers = hasTag(entity, operation) ? answerHeaders('ContentTag') : answerHeaders()
  return { description: 'Done.', headers, content: { 'application/json': { schema } } }
}

/** Whether a read honours `If-None-Match`. */
function hasTag(entity: Entity, { endpoint, answer }: AnyOperation): boolean {
  return endpoint.method === 'GET' && (answer.kind !== 'list' || hasListTag(entity))
}

/** Most schemas are the same for all entities. If a feature makes one different, it gets a name of its own. */
function share(
  schemas: Schemas,
  [operation, operationId]: readonly [string, string],
  suffix: string,
  schema: JsonSchema,
): JsonSchema {
  const shared = pascalCase(operation) + suffix
  const isTaken = Object.hasOwn(schemas, shared) && JSON.stringify(schemas[shared]) !== JSON.stringify(schema)
  return define(schemas, isTaken ? pascalCase(operationId) + suffix : shared, schema)
}

function define(schemas: Schemas, name: string, schema: JsonSchema): JsonSchema {
  schemas[name] = schema
  return { $ref: schemaReference(name) }
}

/** How an operation can fail, judging by what it takes and does (contract 6 and 14, Refusals). */
function failuresOf(entity: Entity, operation: AnyOperation): ErrorStatus[] {
  const { endpoint, body, answer, validates, looksUpBody = false } = operation
  // What a PUT names need not be there yet.
  const isNamed = entity.kind === 'global' || (endpoint.path.includes('{') && endpoint.method !== 'PUT')
  // A bulk call reports the conflicts of its documents one by one, inside its answer.
  const canConflict = endpoint.method !== 'GET' && answer.kind !== 'results'
  return [
    ...ALWAYS,
    401,
    403,
    ...(isNamed || looksUpBody ? ([404] as const) : []),
    ...(canConflict ? ([409] as const) : []),
    ...(body.kind === 'none' ? [] : ([413, 415] as const)),
    ...(body.kind === 'none' && !validates ? [] : ([422] as const)),
  ]
}
