import { ERROR_CODES, type ErrorCode, ISSUE_CODES, type JsonSchema } from '@quire/core'
import { STATUS_OF_CODE } from '../reply/status-of-code.ts'
import { answerHeaders, type HeaderComponent } from './answer-headers.ts'
import { schemaReference } from './component-names.ts'

/** The failures that operations name; whatever else can happen to a request is `default`. */
const NAMES = {
  400: ['BadRequest', 'The request is not one that can be understood: its JSON, its query or a header.'],
  401: ['Unauthenticated', 'Nobody is signed in, and this is not for everybody.'],
  403: ['Forbidden', 'The actor may not do this.'],
  404: ['NotFound', 'There is nothing of that name, or the actor may not read it.'],
  409: ['Conflict', 'The document is not, or no longer, in the state that the request assumes.'],
  413: ['PayloadTooLarge', 'The body is too large.'],
  415: ['UnsupportedMediaType', 'The body is not of a type that is taken here.'],
  421: ['HostNotAllowed', 'The service does not answer under this host name.'],
  422: ['Invalid', 'Some values are not valid; `issues` says which.'],
  429: ['TooManyRequests', 'Too many requests; `Retry-After` says in how many seconds to come back.'],
  500: ['InternalError', 'Something went wrong; the log has the details under the request id.'],
  503: ['Unavailable', 'The service cannot answer at the moment.'],
} as const satisfies Readonly<Record<number, readonly [name: string, description: string]>>

export type ErrorStatus = keyof typeof NAMES

/** What can happen to every request. */
export const ALWAYS: readonly ErrorStatus[] = [400, 421, 429, 500, 503]

/** What some failures carry besides. */
const OWN_HEADERS: { readonly [status in ErrorStatus]?: readonly HeaderComponent[] } = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
}

/** The responses of an operation that can fail in these ways. */
export function errorResponses(statuses: readonly ErrorStatus[]): Record<string, JsonSchema> {
  const sorted = [...new Set(statuses)].toSorted((a, b) => a - b)
  const named = sorted.map((status) => [String(status), { $ref: `#/components/responses/${NAMES[status][0]}` }])
  return { ...Object.fromEntries(named), default: { $ref: '#/components/responses/Failure' } } as Record<
    string,
    JsonSchema
  >
}

export function errorComponents(): { schemas: Record<string, JsonSchema>; responses: Record<string, JsonSchema> } {
  const statuses = Object.keys(NAMES).map(Number) as ErrorStatus[]
  return {
    schemas: errorSchemas(),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [NAMES[status][0], namedFailure(status)])),
      Failure: {
        description:
          'Any other failure: 405 `method_not_allowed` names in `Allow` what the path takes; 408, 414 and 431 are `invalid_request`.',
        headers: answerHeaders('Allow'),
        content: json({ $ref: schemaReference('ErrorEnvelope') }),
      },
    },
  }
}

function namedFailure(status: ErrorStatus): JsonSchema {
  const codes = ERROR_CODES.filter((code: ErrorCode) => STATUS_OF_CODE[code] === status)
  const error = {
    type: 'object',
    properties: { code: { enum: codes }, status: { const: status } },
    ...(status === 422 && { required: ['issues'] }),
  }
  return {
    description: NAMES[status][1],
    headers: answerHeaders(...(OWN_HEADERS[status] ?? [])),
    content: json({
      allOf: [{ $ref: schemaReference('ErrorEnvelope') }, { type: 'object', properties: { error } }],
    }),
  }
}

/** The one form of every failure (http-api.md, Errors; contract 6). */
function errorSchemas(): Record<string, JsonSchema> {
  const common = {
    code: { $ref: schemaReference('ErrorCode') },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    message: { type: 'string', description: 'For people; do not branch on it.' },
  }
  const issues = { type: 'array', minItems: 1, items: { $ref: schemaReference('Issue') } }
  return {
    ErrorEnvelope: {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['code', 'status', 'message', 'requestId'],
          properties: {
            ...common,
            requestId: { type: 'string', description: 'As in the header `X-Request-ID`; the log has it too.' },
            issues,
          },
        },
      },
    },
    ErrorCode: { type: 'string', description: 'Stable, for programs.', enum: [...ERROR_CODES] },
    Issue: {
      type: 'object',
      required: ['code', 'path', 'message'],
      properties: {
        code: { $ref: schemaReference('IssueCode') },
        path: {
          type: 'string',
          description: 'Where in the body or query, dotted, with row indexes: `sections.0.text`.',
        },
        message: { type: 'string' },
      },
    },
    IssueCode: { type: 'string', enum: [...ISSUE_CODES] },
    BulkFailure: {
      type: 'object',
      description: 'Why one document of a bulk call stayed as it was.',
      required: ['code', 'status', 'message'],
      properties: { ...common, issues },
    },
  }
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } }
}
