import { ERROR_CODES, type ErrorCode, ISSUE_CODES, type JsonSchema } from '@quirecms/core'
import { STATUS_OF_CODE } from '../reply/error-envelope.ts'
import { answerHeaders, type HeaderComponent } from './answer-headers.ts'
import { schemaReference } from './component-names.ts'

/** Errors that operations name; all others are `default`. */
const NAMES = {
  400: ['BadRequest', 'The request cannot be understood: something is wrong with its JSON, its query or a header.'],
  401: ['Unauthenticated', 'The request has no credential, or it is not valid.'],
  403: ['Forbidden', 'You are not allowed to do this.'],
  404: ['NotFound', 'There is no such document, or you may not read it.'],
  409: ['Conflict', 'The document is not, or no longer, in the state that the request expects.'],
  413: ['PayloadTooLarge', 'The body is too large.'],
  415: ['UnsupportedMediaType', 'The type of the body is not accepted here.'],
  421: ['HostNotAllowed', 'The service does not answer to this host name.'],
  422: ['Invalid', 'Some values are not valid. The `issues` say which.'],
  429: ['TooManyRequests', 'Too many requests. `Retry-After` says how many seconds to wait.'],
  500: ['InternalError', 'Something went wrong. Find the details in the log, by the request id.'],
  503: ['Unavailable', 'The service cannot answer right now. Try again later.'],
} as const satisfies Readonly<Record<number, readonly [name: string, description: string]>>

export type ErrorStatus = keyof typeof NAMES

export const ALWAYS: readonly ErrorStatus[] = [400, 421, 429, 500, 503]

const OWN_HEADERS: { readonly [status in ErrorStatus]?: readonly HeaderComponent[] } = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
}

export function errorResponses(statuses: readonly ErrorStatus[]): Record<string, JsonSchema> {
  const sorted = [...new Set(statuses)].toSorted((a, b) => a - b)
  const named = sorted.map((status) => [String(status), { $ref: `#/components/responses/${NAMES[status][0]}` }])
  return { ...Object.fromEntries(named), default: { $ref: '#/components/responses/Failure' } } as Record<
    string,
    JsonSchema
  >
}

export function bodilessFailures(statuses: readonly ErrorStatus[]): Record<string, JsonSchema> {
  const named = [...new Set(statuses)].map((status) => {
    const [, description] = NAMES[status]
    return [String(status), { description, headers: answerHeaders(...(OWN_HEADERS[status] ?? [])) }]
  })
  const any = { description: 'Any other failure.', headers: answerHeaders('Allow') }
  return { ...Object.fromEntries(named), default: any } as Record<string, JsonSchema>
}

export function errorComponents(): { schemas: Record<string, JsonSchema>; responses: Record<string, JsonSchema> } {
  const statuses = Object.keys(NAMES).map(Number) as ErrorStatus[]
  return {
    schemas: errorSchemas(),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [NAMES[status][0], namedFailure(status)])),
      Failure: {
        description:
          'Any other failure. With 405 `method_not_allowed`, `Allow` lists the methods that the path accepts; 408, 414 and 431 are `invalid_request`.',
        headers: answerHeaders('Allow'),
        content: json({ $ref: schemaReference('ErrorEnvelope') }),
      },
    },
  }
}

function namedFailure(status: ErrorStatus): JsonSchema {
  const codes = ERROR_CODES.filter((code: ErrorCode) => STATUS_OF_CODE[code] === status)
  const schema = envelopeSchema({
    code: { type: 'string', enum: codes },
    status: { type: 'integer', const: status },
    hasIssues: status === 422,
    hasChallenge: status === 401,
    hasFeed: status === 409,
  })
  return {
    description: NAMES[status][1],
    headers: answerHeaders(...(OWN_HEADERS[status] ?? [])),
    content: {
      'application/json': {
        schema,
        example: exampleOf(status, codes[0]),
      },
    },
  }
}

const ISSUES: JsonSchema = { type: 'array', minItems: 1, items: { $ref: schemaReference('Issue') } }

const MESSAGE: JsonSchema = {
  type: 'string',
  description: 'A text for people. Programs should use `code` instead.',
}

const FEED_PLACES: Record<string, JsonSchema> = {
  first: { type: 'string', description: 'With a gap in the change feed: the cursor of the oldest stored change.' },
  next: {
    type: 'string',
    description: 'With a gap in the change feed: the cursor to continue from after you have read everything again.',
  },
}

/** Each error has a complete schema, so that its codes and status are visible without others. */
function envelopeSchema({
  code,
  status,
  hasIssues = false,
  hasChallenge = false,
  hasFeed = false,
}: {
  readonly code: JsonSchema
  readonly status: JsonSchema
  readonly hasIssues?: boolean
  readonly hasChallenge?: boolean
  readonly hasFeed?: boolean
}): JsonSchema {
  const requestId = {
    type: 'string',
    description: 'The id in the header `X-Request-ID` and in the log.',
  }
  const error = {
    type: 'object',
    required: ['code', 'status', 'message', 'requestId', ...(hasIssues ? ['issues'] : [])],
    properties: {
      code,
      status,
      message: MESSAGE,
      requestId,
      issues: ISSUES,
      ...(hasChallenge && { challenge: { $ref: schemaReference('SecondFactorChallenge') } }),
      ...(hasFeed && FEED_PLACES),
    },
  }
  return { type: 'object', required: ['error'], properties: { error } }
}

function exampleOf(status: ErrorStatus, code: ErrorCode | undefined): JsonSchema {
  const issue = { code: 'required', path: 'title', message: 'Is required.' }
  const [, message] = NAMES[status]
  return { error: { code, status, message, requestId: 'Jd3k9sQ0aZ', ...(status === 422 && { issues: [issue] }) } }
}

/** The error envelope (docs/contract/errors.md#envelope). */
function errorSchemas(): Record<string, JsonSchema> {
  const common = {
    code: { $ref: schemaReference('ErrorCode') },
    status: { type: 'integer', minimum: 400, maximum: 599 },
  }
  return {
    ErrorEnvelope: envelopeSchema({ ...common, hasChallenge: true, hasFeed: true }),
    SecondFactorChallenge: {
      type: 'object',
      description: 'With `second_factor`: the challenge for the second step of the sign-in.',
      required: ['token', 'methods', 'expiresAt'],
      properties: {
        token: { type: 'string', description: 'Can be used once, within five minutes.' },
        methods: {
          type: 'array',
          description: 'The factors that this user has.',
          items: { type: 'string', enum: ['totp', 'passkey', 'recovery'] },
        },
        expiresAt: { type: 'string', format: 'date-time' },
      },
    },
    ErrorCode: { type: 'string', description: 'Stable: programs can rely on it.', enum: [...ERROR_CODES] },
    Issue: {
      type: 'object',
      required: ['code', 'path', 'message'],
      properties: {
        code: { $ref: schemaReference('IssueCode') },
        path: {
          type: 'string',
          description: 'A dotted path into the body or query, with row indexes: `sections.0.text`.',
        },
        message: { type: 'string' },
      },
    },
    IssueCode: { type: 'string', enum: [...ISSUE_CODES] },
    BulkFailure: {
      type: 'object',
      description: 'The error of a document in a bulk call.',
      required: ['code', 'status', 'message'],
      properties: { ...common, message: MESSAGE, issues: ISSUES },
    },
  }
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } }
}
