import type { JsonSchema } from '@quirecms/core'
import { answerHeaders, CONDITIONAL } from './answer-headers.ts'
import { schemaReference } from './component-names.ts'
import { answer } from './entity-components.ts'
import { ALWAYS, errorResponses, type ErrorStatus } from './error-components.ts'

/** Slugs are lowercase, so no collection has this tag. */
export const SERVICE_TAG = 'Service'

const ANYTHING: JsonSchema = { type: 'object', additionalProperties: true }

const OPENAPI: JsonSchema = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: { openapi: { type: 'string', pattern: String.raw`^3\.1\.\d+$` }, info: ANYTHING, paths: ANYTHING },
  additionalProperties: true,
}

/** Load balancers may use any host name and are not rate limited, so probes have fewer errors. */
const PROBE: readonly ErrorStatus[] = [400, 500]

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  readSchema: 'The public description of the application: its collections, globals, fields and operators.',
  readOpenApi: 'This document. It does not change while the service runs.',
  readReference: 'A page to read the description and try calls.',
  checkLiveness: 'For load balancers: whether the process runs. Does not check the database.',
  checkReadiness: 'For load balancers: whether the database, its migrations and the storage of files are available.',
}

/** The routes of every application (docs/contract/requests.md#routes). */
export function servicePaths(): Record<string, JsonSchema> {
  return {
    '/api/schema': fixedRoute(
      'readSchema',
      'Read the public manifest',
      answer(
        'Fields and capabilities, without rules or secrets.',
        { manifest: { $ref: schemaReference('PublicManifest') } },
        'ContentTag',
      ),
    ),
    '/api/openapi.json': fixedRoute('readOpenApi', 'Read this description', {
      description: 'OpenAPI 3.1.',
      headers: answerHeaders('ContentTag'),
      content: { 'application/json': { schema: OPENAPI } },
    }),
    '/api/docs': fixedRoute('readReference', 'Read this description as a page', {
      description: 'An HTML page.',
      headers: answerHeaders('ContentTag'),
      content: { 'text/html': { schema: { type: 'string' } } },
    }),
    '/healthz': route('checkLiveness', 'Whether the process answers', PROBE, {
      200: answer('The process answers.', { status: { type: 'string', const: 'ok' } }),
    }),
    '/readyz': route('checkReadiness', 'Whether all dependencies of the service work', PROBE, {
      200: readiness('ready', 'All dependencies work.'),
      503: readiness('not_ready', 'A dependency fails; `checks` says which.'),
    }),
  }
}

export function serviceSchemas(): Record<string, JsonSchema> {
  const entities = { type: 'object', additionalProperties: { $ref: schemaReference('PublicEntity') } }
  const texts = { type: 'array', items: { type: 'string' } }
  const fields = { type: 'array', items: { $ref: schemaReference('PublicField') } }
  const flag = { type: 'boolean' }
  const text = { type: 'string' }
  const textOrNull = { type: ['string', 'null'] }
  const words = [text, { type: 'object', additionalProperties: text, minProperties: 1 }]
  const label = { anyOf: words, description: 'One text for all languages, or texts by language tag.' }
  const labelOrNull = { ...label, anyOf: [...words, { type: 'null' }] }
  return {
    PublicManifest: closed('The public description of the application.', {
      collections: entities,
      globals: entities,
      operations: { ...texts, description: 'Operations besides those of collections and globals.' },
      localization: {
        anyOf: [
          closed('Codes; for each locale, where missing values are looked for.', {
            locales: texts,
            defaultLocale: text,
            fallback: { type: 'object', additionalProperties: texts },
          }),
          { type: 'null' },
        ],
      },
      admin: closed('The admin app.', { users: { ...textOrNull, description: 'The collection whose users sign in.' } }),
    }),
    PublicEntity: closed(
      'A collection or global.',
      {
        slug: text,
        label,
        description: labelOrNull,
        localized: flag,
        operations: texts,
        bulkActions: texts,
        parameters: { ...texts, description: 'Additional query parameters, besides those of every collection.' },
        systemFields: {
          type: 'array',
          items: closed('Set by the service.', {
            name: text,
            schema: ANYTHING,
            operators: texts,
            sortable: flag,
          }),
        },
        fields,
      },
      {
        defaultSort: { ...texts, description: 'The order of lists without `sort`, if configured.' },
        upload: closed(
          'Accepted files, for upload collections.',
          {
            maxFileSize: { type: 'integer', description: 'In bytes.' },
            mimeTypes: { type: ['array', 'null'], items: text, description: 'Null allows all.' },
          },
          {
            images: closed('The widths and formats in which pictures are available, if any.', {
              widths: { type: 'array', items: { type: 'integer' } },
              formats: texts,
            }),
          },
        ),
      },
    ),
    PublicField: {
      type: 'object',
      description: 'A field, with the options of its type.',
      required: [
        'name',
        'path',
        'type',
        'structure',
        'required',
        'localized',
        'many',
        'readOnly',
        'sortable',
        'operators',
      ],
      properties: {
        name: text,
        path: { ...text, description: 'A dotted path; the name of a block is a step of its own.' },
        type: text,
        structure: { type: 'string', enum: ['value', 'group', 'rows', 'blocks', 'computed'] },
        label: labelOrNull,
        description: labelOrNull,
        required: flag,
        unique: flag,
        index: flag,
        localized: flag,
        many: flag,
        readOnly: flag,
        sortable: flag,
        operators: texts,
        default: {},
        admin: ANYTHING,
        fields,
        blocks: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            required: ['fields'],
            properties: { label, admin: ANYTHING, fields },
          },
        },
      },
    },
  }
}

function closed(
  description: string,
  properties: Record<string, JsonSchema>,
  optional: Record<string, JsonSchema> = {},
): JsonSchema {
  return {
    type: 'object',
    description,
    required: Object.keys(properties),
    properties: { ...properties, ...optional },
  }
}

function readiness(status: string, description: string): JsonSchema {
  const state = { type: 'string', enum: ['ok', 'failed'] }
  const checks = {
    type: 'object',
    required: ['database', 'migrations', 'storage'],
    properties: { database: state, migrations: state, storage: state },
  }
  const oldestDue = {
    type: ['integer', 'null'],
    minimum: 0,
    description: 'Age in seconds of the oldest due job that no instance has started; null if unknown.',
  }
  const jobs = {
    type: 'object',
    description: 'Set if the application has jobs.',
    required: ['oldestDue'],
    properties: { oldestDue },
  }
  const schema = {
    type: 'object',
    required: ['status', 'checks'],
    properties: { status: { type: 'string', const: status }, checks, jobs },
  }
  return { description, headers: answerHeaders(), content: { 'application/json': { schema } } }
}

/** A response that never changes while the service runs, with support for conditional requests. */
function fixedRoute(operationId: string, summary: string, success: JsonSchema): JsonSchema {
  const { get } = route(operationId, summary, ALWAYS, { 200: success, ...CONDITIONAL.responses })
  return { get: { ...get, parameters: [CONDITIONAL.parameter] } }
}

function route(
  operationId: string,
  summary: string,
  failures: readonly ErrorStatus[],
  responses: Record<string, JsonSchema>,
): { readonly get: JsonSchema } {
  return {
    get: {
      operationId,
      tags: [SERVICE_TAG],
      summary,
      description: DESCRIPTIONS[operationId] ?? `${summary}.`,
      // Credentials are ignored here (docs/contract/authentication.md#wrong-credentials).
      security: [],
      responses: { ...errorResponses(failures), ...responses },
    },
  }
}
