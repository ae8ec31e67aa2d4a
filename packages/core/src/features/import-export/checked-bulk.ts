import { type Issue, QuireError } from '../../contracts/errors.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { Places } from '../../contracts/source.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { newestCopies } from '../../engine/read/newest-copies.ts'
import { requestedPlaces } from '../../engine/read/read-request.ts'

/** Of what a query finds. */
const MOST_CHANGED = 100_000

/** What is done to many documents, as the schema has let it through. */
export interface BulkStart {
  readonly action: string
  readonly ids?: readonly string[]
  readonly where?: JsonValue
  readonly data?: JsonObject
}

/** What was asked for, or all that is wrong with it. */
export async function checkedBulk(call: Call, request: BulkStart): Promise<BulkStart> {
  const { action, ids, where, data } = request
  const chosen = Object.hasOwn(call.entity.bulk, action) ? call.entity.bulk[action] : undefined
  const issues: Issue[] = []
  if (!chosen) {
    const message = `Must be one of: ${Object.keys(call.entity.bulk).join(', ')}.`
    issues.push({ code: 'option', path: 'action', message })
  } else if (chosen.needsData && data === undefined)
    issues.push({ code: 'required', path: 'data', message: 'Say what is changed.' })
  if (ids === undefined && where === undefined)
    issues.push({ code: 'required', path: 'ids', message: 'Name the documents in "ids", or find them with "where".' })
  if (ids !== undefined && where !== undefined)
    issues.push({ code: 'custom', path: 'where', message: '"ids" and "where" cannot be combined. Use one of them.' })
  if (issues.length === 0 && where !== undefined) {
    const { table, where: found, beside } = await chosenPlaces(call, action, where)
    if ((await readerOf(call).count(table, found, beside)) > MOST_CHANGED)
      issues.push({
        code: 'max_rows',
        path: 'where',
        message: `More than ${MOST_CHANGED} documents match. Narrow the query down.`,
      })
  }
  if (issues.length === 0) return request
  throw new QuireError('validation', 'The request is not valid. The issues say why.', { issues })
}

/** What a query finds, as far as the caller may read it, where the action looks: in the trash, for those that are about it. */
export function chosenPlaces(call: Call, action: string, where: JsonValue | undefined): Promise<Places> {
  const operation = call.entity.operations[call.entity.bulk[action]?.operation ?? ''] ?? call.operation
  const query = { ...operation.implies, ...newestCopies(call.entity.operations['list']), where }
  return requestedPlaces({ ...call, operation, input: { ...call.input, query } })
}
