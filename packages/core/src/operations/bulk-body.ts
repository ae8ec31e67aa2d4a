import { described } from '../contracts/described-value.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'

const MOST_BULK_IDS = 100

const IDS: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: MOST_BULK_IDS,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 128, examples: ['01998a3c-5d1e-7b2f-8c4d-9e0f1a2b3c4d'] },
}

/** Not validated here: the query parser reports its problems, as for a list. */
const WHERE: JsonSchema = described('where', { description: 'A query expression, as in a list.' })

const DATA: JsonSchema = described('update', { type: 'object' })

/** Which results the response contains; with a query, always failures. */
const RESULTS: JsonSchema = {
  type: 'string',
  enum: ['all', 'failures'],
  description:
    'With `failures`, `results` holds only documents that failed; `succeeded` and `failed` count all of them.',
}

/** The documents of a bulk call: by ids or by query. */
export type BulkRequest = {
  readonly action: string
  readonly data?: JsonObject
  readonly results?: 'all' | 'failures'
} & (
  | { readonly ids: readonly string[]; readonly where?: undefined }
  | { readonly where: JsonValue; readonly ids?: undefined }
)

/** A body that has passed the schema. */
export function bulkRequest(body: JsonObject | undefined): BulkRequest {
  const byQuery = body?.['where'] !== undefined
  if (byQuery && body['ids'] !== undefined)
    throw wrong('where', '"ids" and "where" cannot be combined. Use one of them.')
  if (byQuery && body['results'] === 'all') throw wrong('results', 'With "where", the results are failures alone.')
  return body as unknown as BulkRequest
}

function wrong(path: string, message: string): QuireError {
  return new QuireError('validation', 'The request is not valid. The issues say why.', {
    issues: [{ code: 'custom', path, message }],
  })
}

export function bodySchema(actions: Entity['bulk']): JsonSchema {
  return {
    type: 'object',
    required: ['action'],
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: Object.keys(actions) },
      ids: IDS,
      where: WHERE,
      data: DATA,
      results: RESULTS,
    },
    allOf: [
      { if: { type: 'object', required: ['where'] }, else: { required: ['ids'] } },
      {
        if: { type: 'object', required: ['action'], properties: { action: { enum: needingData(actions, true) } } },
        // oxlint-disable-next-line unicorn/no-thenable -- `then` is the keyword of JSON Schema; a schema is never awaited
        then: { required: ['data'] },
      },
    ],
  }
}

/** Four forms: with or without data, by ids or by query. */
export function describedBody(actions: Entity['bulk']): JsonSchema {
  const calls = [true, false].flatMap((needsData) =>
    [{ ids: IDS }, { where: WHERE }].map((chosen) => {
      const properties = {
        action: { type: 'string', enum: needingData(actions, needsData) },
        ...chosen,
        ...(needsData && { data: DATA }),
      }
      const results = 'where' in chosen ? { ...RESULTS, enum: ['failures'] } : RESULTS
      const required = Object.keys(properties)
      return { type: 'object', required, additionalProperties: false, properties: { ...properties, results } }
    }),
  )
  return { oneOf: calls }
}

function needingData(actions: Entity['bulk'], needsData: boolean): string[] {
  return Object.keys(actions).filter((name) => actions[name]?.needsData === needsData)
}
