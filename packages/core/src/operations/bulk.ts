import type { BulkAction, Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { Answer, BulkResult } from '../contracts/answer.ts'
import type { Operation } from '../contracts/operation.ts'
import { answerInParts, tryAlone } from '../engine/write/in-portions.ts'
import type { Call } from '../engine/call.ts'
import { defineOperation } from '../engine/execute.ts'
import { isTimeOver } from '../engine/waiting-client.ts'
import { bodySchema, bulkRequest, describedBody } from './bulk-body.ts'
import { actOn, notTried, Patience, resultOf, withFewIssues } from './bulk-results.ts'
import { actWhere } from './bulk-where.ts'

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
      'With `where`, everything is changed that the query finds and you may read, by default up to 10,000 documents, some of them in a transaction: the answer counts them, and `results` holds the first 100 failures.',
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
  const patience = new Patience()
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
