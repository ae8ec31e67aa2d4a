import {
  type Call,
  chooseLocale,
  type ChosenDocuments,
  chosenTables,
  type Issue,
  type JsonObject,
  type FilteredTables,
  QuireError,
  readerOf,
} from '@quirecms/core/feature'

/** Limit of documents selected by query. */
const MOST_CHANGED = 100_000

export interface BulkStart extends ChosenDocuments {
  readonly action: string
  readonly ids?: readonly string[]
  readonly data?: JsonObject
}

/** Validates a bulk request, and throws all issues. */
export async function checkedBulk(call: Call, request: BulkStart): Promise<BulkStart> {
  const { action, ids, where, search, locale, data } = request
  const chosen = Object.hasOwn(call.entity.bulk, action) ? call.entity.bulk[action] : undefined
  const issues: Issue[] = []
  if (!chosen) {
    const message = `Must be one of: ${Object.keys(call.entity.bulk).join(', ')}.`
    issues.push({ code: 'option', path: 'action', message })
  } else if (chosen.needsData && data === undefined)
    issues.push({ code: 'required', path: 'data', message: 'Say what to change.' })
  chooseLocale(call.runtime.manifest.localization, { locale })
  const isQuery = where !== undefined || search !== undefined
  if (ids === undefined && !isQuery)
    issues.push({ code: 'required', path: 'ids', message: 'Name the documents in "ids", or find them with "where".' })
  for (const [path, value] of Object.entries({ where, search }))
    if (ids !== undefined && value !== undefined)
      issues.push({ code: 'custom', path, message: `"ids" and "${path}" cannot be combined. Use one of them.` })
  if (issues.length === 0 && isQuery) {
    const { table, where: found, union } = await placesOfBulk(call, request)
    if ((await readerOf(call).count(table, found, union)) > MOST_CHANGED)
      issues.push({
        code: 'max_rows',
        path: 'where',
        message: `More than ${MOST_CHANGED} documents match. Narrow the query down.`,
      })
  }
  if (issues.length === 0) return request
  throw new QuireError('validation', 'The request is not valid. The issues say why.', { issues })
}

/** Documents of a query, as far as the caller may read them, in the copies that the action changes. */
export function placesOfBulk(call: Call, { action, ...chosen }: BulkStart): Promise<FilteredTables> {
  const operation = call.entity.operations[call.entity.bulk[action]?.operation ?? '']
  return chosenTables(call, chosen, operation)
}
