import type { BulkAction } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Answer, BulkResult } from '../contracts/answer.ts'
import type { FilteredTables } from '../contracts/source.ts'
import { type Call, readerOf } from '../engine/call.ts'
import { chosenTables } from '../engine/read/read-request.ts'
import { idsOf, inPortions } from '../engine/write/in-portions.ts'
import { actOn, notTried, Patience, resultOf, withFewIssues } from './bulk-results.ts'

/** Number of failures that are listed; further ones are only counted. */
const MOST_FAILURES = 100

/**
 * Runs the action on all documents of a query that the caller may read. The ids are determined first, so that changes
 * do not affect the selection.
 */
export async function actWhere(
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
  const patience = new Patience()
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

async function findAll(call: Call, places: FilteredTables): Promise<readonly string[]> {
  const { documents: most } = call.runtime.manifest.bulk
  const matched = await readerOf(call).count(places.table, places.where, places.union)
  if (matched > most) throw tooMany(most)
  const ids: string[] = []
  for await (const some of idsOf(call, places)) {
    ids.push(...some)
    if (ids.length > most) throw tooMany(most)
  }
  return ids
}

function tooMany(most: number): QuireError {
  const message = `More than ${most} documents match, and one call changes no more than that. Narrow the query down.`
  return new QuireError('validation', 'The request is not valid. The issues say why.', {
    issues: [{ code: 'max_rows', path: 'where', message }],
  })
}
