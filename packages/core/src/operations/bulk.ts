import { described } from '../contracts/described-value.ts'
import type { BulkAction, Entity } from '../contracts/entity.ts'
import { MOST_ISSUES, QuireError } from '../contracts/errors.ts'
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import type { BulkResult, Operation } from '../contracts/operation.ts'
import { type Call, defineOperation } from '../engine/call.ts'
import { execute } from '../engine/execute.ts'
import { contextForCall } from '../engine/unit-of-work.ts'
import { isTimeOver } from '../engine/waiting-client.ts'

const MOST_BULK_IDS = 100

/** Documents whose transactions may run into their deadline: with more of them, nobody would wait for the answer any more. */
const MOST_TIMED_OUT = 2

/**
 * Changes many documents, in the given order. Each of them goes through the same operation as in a single call, in its
 * own transaction. `actions` are those that the collection's features enable.
 */
export function bulkOf(actions: Entity['bulk']): Operation<Call> {
  return defineOperation({
    name: 'bulk',
    summary: 'Apply one action to many documents',
    description:
      'Each document has its own transaction and its own result, in the order of `ids`. Rules, validation and hooks are the same as for a single call.',
    endpoint: { method: 'POST', path: '/bulk' },
    local: { method: 'bulk', args: ['body'] },
    parameters: [],
    body: { kind: 'schema', schema: bodySchema(actions), describedAs: describedBody(actions) },
    ifMatch: false,
    answer: { kind: 'results', status: 200 },
    async run(call) {
      const { action, ids, data } = call.input.body as { action: string; ids: string[]; data?: JsonObject }
      const chosen = actions[action]
      if (!chosen) throw new QuireError('internal', `"${action}" passed the schema but is no action.`)
      const results: BulkResult[] = []
      let timedOut = 0
      let isGivenUp = false
      for (const id of ids) {
        isGivenUp ||= isTimeOver()
        const result: BulkResult = isGivenUp ? notTried(id) : await runOne(call, chosen, id, data)
        results.push(result)
        if (isGivenUp || result.ok) continue
        const { code }: QuireError = result.error
        // Whoever asked must hear of what was done. If that is nothing, there is nothing to tell but this.
        if (code === 'unavailable' && !results.some(({ ok }) => ok)) throw result.error
        if (code === 'timeout') timedOut += 1
        isGivenUp = code === 'unavailable' || timedOut >= MOST_TIMED_OUT
      }
      return { kind: 'results', results: withFewIssues(results) }
    },
  })
}

/** Without a database, or with code that hangs on one document after the other, there is no point in going on. */
function notTried(id: string): BulkResult {
  const message = 'This document was not tried, because of what happened to those before it. Send it again.'
  return { id, ok: false, error: new QuireError('unavailable', message) }
}

async function runOne(
  call: Call,
  { operation, needsData }: BulkAction,
  id: string,
  data: JsonObject | undefined,
): Promise<BulkResult> {
  const { runtime, entity, caller } = call
  try {
    const input = { id, query: {}, params: {}, ...(needsData && data && { body: data }) }
    // What hooks leave in the context of one document is not for the next.
    const context = contextForCall(runtime.storage, caller.context)
    const answer = await execute(runtime, entity, operation, input, { ...caller, context })
    return { id, ok: true, ...(answer.kind === 'doc' && { doc: answer.doc }) }
  } catch (error) {
    return { id, ok: false, error: asResult(error, needsData) }
  }
}

function asResult(error: unknown, isOfData: boolean): QuireError {
  if (!(error instanceof QuireError)) return unexpected(error)
  return isOfData ? inBody(error) : error
}

/** What application code threw is only for the log; whoever sends the answer writes it there. */
function unexpected(cause: unknown): QuireError {
  return new QuireError('internal', 'Something went wrong with this document.', { cause })
}

/** Paths of issues are paths in the request's body (contract 14), where the fields of a document are below `data`. */
function inBody(error: QuireError): QuireError {
  if (!error.issues) return error
  const issues = error.issues.map((issue) => ({ ...issue, path: `data.${issue.path}` }))
  return new QuireError(error.code, error.message, { issues })
}

/** The results share the issues that one answer may carry: those of the first documents, and then no more. */
function withFewIssues(results: readonly BulkResult[]): BulkResult[] {
  let left = MOST_ISSUES
  return results.map((result) => {
    if (result.ok || !result.error.issues) return result
    const { code, message, issues, cause } = result.error
    const listed = issues.slice(0, left)
    left -= listed.length
    return { ...result, error: new QuireError(code, message, { cause, ...(listed.length > 0 && { issues: listed }) }) }
  })
}

const IDS: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: MOST_BULK_IDS,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 128, examples: ['01998a3c-5d1e-7b2f-8c4d-9e0f1a2b3c4d'] },
}

const DATA: JsonSchema = described('update', { type: 'object' })

function bodySchema(actions: Entity['bulk']): JsonSchema {
  return {
    type: 'object',
    required: ['action', 'ids'],
    additionalProperties: false,
    properties: { action: { type: 'string', enum: Object.keys(actions) }, ids: IDS, data: DATA },
    if: { type: 'object', required: ['action'], properties: { action: { enum: needingData(actions, true) } } },
    // `then` is the keyword of JSON Schema; nobody awaits a schema.
    // oxlint-disable-next-line unicorn/no-thenable
    then: { required: ['data'] },
  }
}

/** Two kinds of call: with data, and without. */
function describedBody(actions: Entity['bulk']): JsonSchema {
  const calls = [true, false].map((needsData) => {
    const properties = {
      action: { type: 'string', enum: needingData(actions, needsData) },
      ids: IDS,
      ...(needsData && { data: DATA }),
    }
    return { type: 'object', required: Object.keys(properties), additionalProperties: false, properties }
  })
  return { oneOf: calls }
}

function needingData(actions: Entity['bulk'], needsData: boolean): string[] {
  return Object.keys(actions).filter((name) => actions[name]?.needsData === needsData)
}
