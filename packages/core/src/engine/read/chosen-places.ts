import type { Chosen } from '../../contracts/chosen.ts'
import type { FilteredTables } from '../../contracts/source.ts'
import { invalidQuery } from '../../query/invalid-query.ts'
import type { Call } from '../call.ts'
import { chooseLocale } from '../locale-choice.ts'
import { newestCopies } from './newest-copies.ts'
import { requestedTables } from './read-request.ts'

/**
 * Documents that a list would find for the caller in the copies that an operation changes: in the trash, or the newest
 * copies.
 */
export function chosenTables(
  call: Call,
  { where, search, locale }: Chosen,
  operation: Call['operation'] = call.operation,
): Promise<FilteredTables> {
  const { list } = call.entity.operations
  // Ignoring it would select too many documents.
  if (search !== undefined && !list?.parameters.includes('search')) {
    const message = 'This collection cannot be searched. Leave "search" out.'
    throw invalidQuery([{ code: 'unknown_field', path: 'search', message }])
  }
  const query = {
    ...operation.implies,
    ...newestCopies(list),
    ...(where !== undefined && { where }),
    ...(search !== undefined && { search }),
    ...(locale !== undefined && { locale }),
  }
  const chosen = chooseLocale(call.runtime.manifest.localization, query)
  // With the call's own operation: a caller who may not read the trash is refused, without learning its size.
  return requestedTables({ ...call, locale: chosen, input: { ...call.input, query } })
}
