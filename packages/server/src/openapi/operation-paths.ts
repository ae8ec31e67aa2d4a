import type { Entity, JsonSchema, Manifest, Operation } from '@quire/core'
import { basePath } from '../routing/operation-routes.ts'
import { OperationIds, pascalCase, schemaReference } from './component-names.ts'
import { answerHeaders, answerName, documentReference } from './entity-components.ts'
import { ALWAYS, errorResponses, type ErrorStatus } from './error-components.ts'
import { operationParameters } from './query-parameters.ts'

type AnyOperation = Operation<never>

/** Every operation of the manifest at its concrete path, and the schemas that only operations have. */
export function operationPaths(manifest: Manifest): {
  paths: Record<string, Record<string, JsonSchema>>
  schemas: Record<string, JsonSchema>
} {
  const ids = new OperationIds()
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const schemas: Record<string, JsonSchema> = {}
  for (const entity of [...Object.values(manifest.collections), ...Object.values(manifest.globals)]) {
    for (const operation of Object.values(entity.operations)) {
      const { method, path } = operation.endpoint
      const operationId = ids.take(operation.name, entity)
      const item = (paths[basePath(entity) + path] ??= {})
      item[method.toLowerCase()] = {
        operationId,
        tags: [tagOf(entity)],
        summary: operation.summary,
        parameters: operationParameters(operation, manifest.parameters),
        ...requestBody(entity, operation, operationId, schemas),
        responses: {
          [operation.answer.status]: success(entity, operation, operationId, schemas),
          ...errorResponses(failuresOf(entity, operation)),
        },
      }
    }
  }
  return { paths, schemas }
}

/** Slugs have no spaces, so that a global and a collection of one name stay apart. */
export function tagOf({ kind, slug }: Pick<Entity, 'kind' | 'slug'>): string {
  return kind === 'collection' ? slug : `global ${slug}`
}

function requestBody(
  entity: Entity,
  operation: AnyOperation,
  operationId: string,
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const { body } = operation
  if (body.kind === 'none') return {}
  const schema =
    body.kind === 'document'
      ? documentReference(entity, body.partial ? 'update' : 'create', operation.parameters.includes('locale'))
      : define(schemas, `${pascalCase(operationId)}Request`, bodySchema(entity, operation))
  return { requestBody: { required: body.optional !== true, content: { 'application/json': { schema } } } }
}

/** The `data` of a bulk call is what a single update takes; its own schema leaves that to the update. */
function bodySchema(entity: Entity, { body, answer }: AnyOperation): JsonSchema {
  if (body.kind !== 'schema') return {}
  const { properties } = body.schema as { readonly properties?: Record<string, JsonSchema> }
  if (answer.kind !== 'results' || !properties?.['data']) return body.schema
  return { ...body.schema, properties: { ...properties, data: documentReference(entity, 'update', false) } }
}

function success(
  entity: Entity,
  operation: AnyOperation,
  operationId: string,
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const { answer } = operation
  if (answer.kind !== 'value') return { $ref: `#/components/responses/${answerName(entity, answer.kind)}` }
  const shared = `${pascalCase(operation.name)}Answer`
  // Most answers are the same for all entities; where a feature makes one different, that one gets its own name.
  const isShared = !Object.hasOwn(schemas, shared) || isSame(schemas[shared], answer.schema)
  const schema = define(schemas, isShared ? shared : `${pascalCase(operationId)}Answer`, answer.schema)
  return {
    description: 'Done.',
    headers: answerHeaders(),
    content: { 'application/json': { schema } },
  }
}

function define(schemas: Record<string, JsonSchema>, name: string, schema: JsonSchema): JsonSchema {
  schemas[name] = schema
  return { $ref: schemaReference(name) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** How an operation can fail, from what it takes and does (contract 6 and 14, Refusals). */
function failuresOf(entity: Entity, { endpoint, body, answer }: AnyOperation): ErrorStatus[] {
  const namesDocument = entity.kind === 'global' || endpoint.path.includes('{id}')
  // A bulk call reports the conflicts of its documents one by one, inside its answer.
  const canConflict = endpoint.method !== 'GET' && answer.kind !== 'results'
  return [
    ...ALWAYS,
    401,
    403,
    ...(namesDocument ? ([404] as const) : []),
    ...(canConflict ? ([409] as const) : []),
    ...(body.kind === 'none' ? [] : ([413, 415, 422] as const)),
  ]
}
