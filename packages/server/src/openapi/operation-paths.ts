import {
  type Entity,
  type JsonSchema,
  type Manifest,
  type Operation,
  pathOf,
  pluginOf,
  RULE_NAMES,
} from '@quirecms/core'
import { entitiesOf } from '../routing/operation-routes.ts'
import { answerHeaders, CONDITIONAL } from './answer-headers.ts'
import { answerTag } from './answer-tag.ts'
import { FILE_ANSWER, headOf, RANGE } from './file-answers.ts'
import { type CodeCall, codeCallOf } from './code-samples.ts'
import { OperationIds, pascalCase, SharedSchemas } from './component-names.ts'
import { answerName, answerSchema, isOfEntity } from './entity-components.ts'
import { inputReference } from './document-reference.ts'
import { fillIn } from './fill-in.ts'
import { ALWAYS, errorResponses, type ErrorStatus } from './error-components.ts'
import { operationParameters } from './query-parameters.ts'
import { actionOf, securityOf } from './security.ts'
import { SERVICE_TAG } from './service-paths.ts'

type AnyOperation = Operation<never>

type MultipartBody = Extract<AnyOperation['body'], { kind: 'multipart' }>

type DocumentBody = Pick<Extract<AnyOperation['body'], { partial: boolean }>, 'partial' | 'relative'>

export function operationPaths(manifest: Manifest): {
  paths: Record<string, Record<string, JsonSchema>>
  schemas: Record<string, JsonSchema>
  calls: Map<string, CodeCall>
} {
  const ids = new OperationIds()
  const calls = new Map<string, CodeCall>()
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const schemas = new SharedSchemas()
  for (const entity of entitiesOf(manifest)) {
    for (const operation of Object.values(entity.operations)) {
      const { method } = operation.endpoint
      const operationId = ids.take(operation.name, entity)
      const filled = (schema: JsonSchema) => fillIn(schema, entity, manifest, takesLocale(operation))
      const described = { entity, operation, operationId, schemas, filled }
      calls.set(operationId, codeCallOf(entity, operation))
      const item = (paths[pathOf(entity, operation)] ??= {})
      const read = (item[method.toLowerCase()] = describeOperation(described, manifest))
      // Every read accepts HEAD. For files it is documented as an operation, because many clients first need size and
      // type.
      if (operation.answer.kind === 'stream') {
        const headId = ids.take(`head${pascalCase(operation.name)}`, entity)
        item['head'] = headOf(read, headId, failuresOf(entity, operation))
      }
    }
  }
  return { paths, schemas: schemas.named(), calls }
}

function describeOperation(described: Described, manifest: Manifest): JsonSchema {
  const { entity, operation, operationId } = described
  const isStream = operation.answer.kind === 'stream'
  return {
    operationId,
    tags: [tagOfOperation(entity, operation)],
    summary: operation.summary,
    description: describedWithRule(operation),
    ...securityOf(operation, manifest),
    ...actionOf(operation, manifest),
    parameters: [
      ...operationParameters(operation, entity, manifest),
      ...(isConditional(entity, operation) ? [CONDITIONAL.parameter] : []),
      ...(isStream ? [RANGE.parameter] : []),
    ],
    ...requestBody(described),
    responses: {
      [operation.answer.status]: success(described),
      ...whereMade(described),
      ...(isConditional(entity, operation) && CONDITIONAL.responses),
      ...(isStream && RANGE.responses),
      ...errorResponses(failuresOf(entity, operation)),
    },
  }
}

/**
 * The application decides what a rule allows, and the subject of a plugin's rule is unknown, so the description only
 * names the rule.
 */
function describedWithRule({ summary, description = `${summary}.`, rule }: AnyOperation): string {
  const isOwn = rule !== undefined && !(RULE_NAMES as readonly string[]).includes(rule)
  return isOwn ? `${description} The access rule \`${rule}\` says who may do this.` : description
}

const REDIRECT_ANSWER = {
  description: 'Redirects the browser.',
  headers: {
    ...answerHeaders(),
    Location: {
      description: 'The target of the redirect.',
      required: true,
      schema: { type: 'string', format: 'uri-reference' },
    },
  },
}

/** Slugs are lowercase, so no collection has this tag. */
export const ACCOUNT_TAG = 'Account'

/** Slugs have no spaces, so a global and a collection with the same name get different tags. */
export function tagOf({ kind, slug }: Pick<Entity, 'kind' | 'slug'>): string {
  if (kind === 'service') return ACCOUNT_TAG
  return kind === 'collection' ? slug : `global ${slug}`
}

/** Routes and operations of a plugin share one tag. */
export function tagOfOperation(entity: Pick<Entity, 'kind' | 'slug'>, operation: AnyOperation): string {
  if (operation.local.on === 'application') return SERVICE_TAG
  const plugin = pluginOf(operation)
  return plugin === undefined ? tagOf(entity) : `Plugin ${plugin}`
}

interface Described {
  readonly entity: Entity
  readonly operation: AnyOperation
  readonly operationId: string
  readonly schemas: SharedSchemas
  /** Replaces the placeholders in a schema of the operation. */
  readonly filled: (schema: JsonSchema) => JsonSchema
}

function takesLocale({ parameters }: AnyOperation): boolean {
  return parameters.includes('locale')
}

function requestBody({ entity, operation, operationId, schemas, filled }: Described): JsonSchema {
  const { body } = operation
  if (body.kind === 'none') return {}
  const document = ({ partial, relative }: DocumentBody) => {
    const form = !partial ? 'create' : relative ? 'update' : 'overrides'
    return inputReference(entity, form, takesLocale(operation))
  }
  if (body.kind === 'multipart') {
    const data = body.schema ? defaultsInWords(filled(body.schema)) : document(body)
    const form = multipartSchema(body, data)
    const content = {
      ...(body.orDocument && { 'application/json': { schema: document(body) } }),
      'multipart/form-data': { schema: form, encoding: { data: { contentType: 'application/json' } } },
    }
    return { requestBody: { required: true, content } }
  }
  const schema =
    body.kind === 'document'
      ? document(body)
      : schemas.take([operation.name, operationId], 'Request', defaultsInWords(filled(body.describedAs ?? body.schema)))
  const type = body.kind === 'schema' && body.form ? 'application/x-www-form-urlencoded' : 'application/json'
  return { requestBody: { required: body.optional !== true, content: { [type]: { schema } } } }
}

/**
 * Moves defaults into descriptions, as in the schemas of documents: many generators take the keyword `default` to mean
 * that callers must send the member.
 */
function defaultsInWords(schema: JsonSchema): JsonSchema {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, JsonSchema>> }
  if (!properties) return schema
  const members = Object.entries(properties).map(([name, { default: preset, ...member }]) => {
    if (preset === undefined) return [name, member]
    const sentence = `By default: \`${JSON.stringify(preset)}\`.`
    const { description } = member
    return [name, { ...member, description: typeof description === 'string' ? `${description} ${sentence}` : sentence }]
  })
  return { ...schema, properties: Object.fromEntries(members) as JsonSchema }
}

function multipartSchema({ orDocument, maxFileSize }: MultipartBody, document: JsonSchema): JsonSchema {
  // Tools for 3.1 read the media type, many others the `format` of 3.0.
  const file = {
    type: 'string',
    format: 'binary',
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

function success({ entity, operation, operationId, schemas, filled }: Described): JsonSchema {
  const { answer } = operation
  if (answer.kind === 'stream') return FILE_ANSWER
  if (answer.kind === 'redirect') return REDIRECT_ANSWER
  if (answer.kind === 'events') {
    const data = schemas.take([operation.name, operationId], 'Event', filled(answer.schema))
    return eventsAnswer(answer.event, data)
  }
  if (isOfEntity(answer)) return { $ref: `#/components/responses/${answerName(entity, answer)}` }
  const schema = schemas.take([operation.name, operationId], 'Answer', filled(answerSchema(answer)))
  const tag = answerTag(entity, operation)
  const headers = answerHeaders(...(tag === undefined ? [] : [tag]))
  return { description: 'Done.', headers, content: { 'application/json': { schema } } }
}

/** The status tells whether the operation updated or created a document. */
function whereMade(described: Described): JsonSchema {
  const { operation } = described
  if (operation.answer.kind !== 'doc' || !operation.answer.orCreated) return {}
  const answer = { ...operation.answer, status: 201 } as const
  return { [answer.status]: success({ ...described, operation: { ...operation, answer } }) }
}

/** A read with a tag supports `If-None-Match`. */
function isConditional(entity: Entity, operation: AnyOperation): boolean {
  return operation.endpoint.method === 'GET' && answerTag(entity, operation) !== undefined
}

/**
 * Returns the possible error statuses, derived from the operation's input and effect
 * (docs/contract/errors.md#refusals).
 */
function failuresOf(entity: Entity, operation: AnyOperation): ErrorStatus[] {
  const { endpoint, body, answer, validates, looksUpBody = false, hasGaps = false } = operation
  // A PUT may create what its path names, so it has no 404.
  const isNamed = entity.kind === 'global' || (endpoint.path.includes('{') && endpoint.method !== 'PUT')
  // A bulk call reports conflicts per document, inside its response.
  const canConflict = (endpoint.method !== 'GET' || hasGaps) && answer.kind !== 'results'
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

/**
 * A stream of server-sent events. OpenAPI 3.1 cannot describe the content of such a stream, so the description does.
 */
function eventsAnswer(event: string, data: JsonSchema): JsonSchema {
  return {
    description: `Server-sent events. The \`data\` of each \`${event}\` is JSON, as \`x-event-data\` describes it.`,
    headers: answerHeaders(),
    content: { 'text/event-stream': { schema: { type: 'string' }, 'x-event-data': data } },
  }
}
