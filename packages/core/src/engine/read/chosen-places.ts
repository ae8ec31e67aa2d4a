import type { Chosen } from '../../contracts/chosen.ts'
import type { Places } from '../../contracts/source.ts'
import { invalidQuery } from '../../query/invalid-query.ts'
import type { Call } from '../call.ts'
import { chooseLocale } from '../locale-choice.ts'
import { newestCopies } from './newest-copies.ts'
import { requestedPlaces } from './read-request.ts'

/**
 * What a list would find for the caller where an operation looks: in the trash, for those that are about it, and among the newest copies,
 * which are what writes change.
 */
export function chosenPlaces(
  call: Call,
  { where, search, locale }: Chosen,
  operation: Call['operation'] = call.operation,
): Promise<Places> {
  const { list } = call.entity.operations
  // Left out silently, it would choose more than was meant.
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
  // Resolved as the call itself: a caller who may not read the trash is refused, and does not learn how many documents
  // it holds.
  return requestedPlaces({ ...call, locale: chosen, input: { ...call.input, query } })
}
