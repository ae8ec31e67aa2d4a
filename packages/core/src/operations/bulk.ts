import type { BulkAction, Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import type { Answer, BulkResult } from '../contracts/answer.ts'
import type { Operation } from '../contracts/operation.ts'
import { answerInParts, idsOf, inPortions, tryAlone } from '../engine/write/in-portions.ts'
import { type Call, readerOf } from '../engine/call.ts'
import { defineOperation } from '../engine/execute.ts'
import { isTimeOver } from '../engine/waiting-client.ts'
import { actOn, notTried, FailurePatience, resultOf, withFewIssues } from './bulk-results.ts'
import { described } from '../contracts/answer-schemas.ts'
import type { FilteredTables } from '../contracts/source.ts'
import { chosenTables } from '../engine/read/requested.ts'

/**
 * Changes many documents in the given order, or all that match a query, each with the operation of a single call.
 * `actions` come from features.
 */
export function bulkOf(actions: Entity['bulk']): Operation<Call> {
  return defineOperation({
    name: 'bulk',
    summary: 'Apply one action to many documents',
    description: [
      'With `ids`, each document has its own transaction and its own result, in their order.',
      'With `results: "failures"`, the answer holds only results of documents that failed.',
      'With `where`, the action applies to all matching documents that you may read, by default up to 10,000, in batches with one transaction each: the answer counts them, and `results` holds the first 100 failures.',
      'Rules, validation and hooks are the same as for a single call.',
    ].join(' '),
    endpoint: { method: 'POST', path: '/bulk' },
    local: { method: 'bulk', args: ['body'] },
    parameters: [],
    body: { kind: 'schema', schema: bodySchema(actions), describedAs: describedBody(actions) },
    ifMatch: false,
    answer: { kind: 'results', status: 200 },
    inEveryScope: true,
    async run(call) {
      const { action, ids, where, data, results } = bulkRequest(call.input.body)
      const chosen = actions[action]
      if (!chosen) throw new QuireError('internal', `"${action}" passed the schema but is no action.`)
      return answerInParts(call, () =>
        where === undefined
          ? actOnEach(call, chosen, ids, { data, onlyFailures: results === 'failures' })
          : actWhere(call, chosen, where, data),
      )
    },
  })
}

async function actOnEach(
  call: Call,
  action: BulkAction,
  ids: readonly string[],
  { data, onlyFailures }: { readonly data: JsonObject | undefined; readonly onlyFailures: boolean },
): Promise<Answer> {
  const results: BulkResult[] = []
  let succeeded = 0
  const patience = new FailurePatience()
  let isGivenUp = false
  for (const id of ids) {
    isGivenUp ||= patience.isOver || isTimeOver()
    const result = isGivenUp
      ? notTried(id)
      : resultOf(await tryAlone(id, () => actOn(call, action, id, { data })), action)
    if (result.ok) succeeded += 1
    if (!result.ok || !onlyFailures) results.push(result)
    if (!isGivenUp) patience.hear(result)
  }
  return { kind: 'results', results: withFewIssues(results), totals: { succeeded, failed: ids.length - succeeded } }
}

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
  description: 'With `failures`, `results` contains only documents that failed; `succeeded` and `failed` count all.',
}

/** The documents of a bulk call: by ids or by query. */
export type ParsedBulk = {
  readonly action: string
  readonly data?: JsonObject
  readonly results?: 'all' | 'failures'
} & (
  | { readonly ids: readonly string[]; readonly where?: undefined }
  | { readonly where: JsonValue; readonly ids?: undefined }
)

/** A body that has passed the schema. */
function bulkRequest(body: JsonObject | undefined): ParsedBulk {
  const byQuery = body?.['where'] !== undefined
  if (byQuery && body['ids'] !== undefined)
    throw wrong('where', '"ids" and "where" cannot be combined. Use one of them.')
  if (byQuery && body['results'] === 'all') throw wrong('results', 'With "where", the results are failures alone.')
  return body as unknown as ParsedBulk
}

function wrong(path: string, message: string): QuireError {
  return new QuireError('validation', 'The request is not valid. The issues say why.', {
    issues: [{ code: 'custom', path, message }],
  })
}

function bodySchema(actions: Entity['bulk']): JsonSchema {
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
function describedBody(actions: Entity['bulk']): JsonSchema {
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

/** Number of failures that are listed; further ones are only counted. */
const MOST_FAILURES = 100

/**
 * Runs the action on all documents of a query that the caller may read. The ids are determined first, so that changes
 * do not affect the selection.
 */
async function actWhere(
  call: Call,
  action: BulkAction,
  where: JsonValue,
  data: JsonObject | undefined,
): Promise<Answer> {
  const operation = call.entity.operations[action.operation] ?? call.operation
  const ids = await findAll(call, await chosenTables(call, { where }, operation))
  const totals = { succeeded: 0, failed: 0 }
  const failures: BulkResult[] = []
  const count = (result: BulkResult) => {
    totals[result.ok ? 'succeeded' : 'failed'] += 1
    if (!result.ok && failures.length < MOST_FAILURES) failures.push(result)
  }
  const patience = new FailurePatience()
  let tried = 0
  for await (const one of inPortions({ ...call, operation }, ids, (id) => actOn(call, action, id, { data }))) {
    tried += 1
    const result = resultOf(one, action)
    count(result)
    patience.hear(result)
    if (patience.isOver) break
  }
  const left = ids.slice(tried)
  if (patience.isOver) for (const id of left) count(notTried(id))
  const remaining = patience.isOver ? 0 : left.length
  return {
    kind: 'results',
    results: withFewIssues(failures),
    totals: { matched: ids.length, ...totals, ...(remaining > 0 && { remaining }) },
  }
}

async function findAll(call: Call, tables: FilteredTables): Promise<readonly string[]> {
  const { documents: most } = call.runtime.manifest.bulk
  const matched = await readerOf(call).count(tables.table, tables.where, tables.union)
  if (matched > most) throw tooMany(most)
  const ids: string[] = []
  for await (const some of idsOf(call, tables)) {
    ids.push(...some)
    if (ids.length > most) throw tooMany(most)
  }
  return ids
}

function tooMany(most: number): QuireError {
  const message = `More than ${most} documents match, which is the limit of one call. Narrow the query down.`
  return new QuireError('validation', 'The request is not valid. The issues say why.', {
    issues: [{ code: 'max_rows', path: 'where', message }],
  })
}
