import type { Pagination } from '../../contracts/answer.ts'
import type { RecordMatch, RecordQuery, RecordRow, RecordTable } from '../../contracts/records.ts'
import { type Call, readerOf } from '../call.ts'
import { paginate, requestedPage } from './read-request.ts'

export type RecordOrder = NonNullable<RecordQuery['sort']>

/** The page of records that the call asks for with `page` and `limit`. */
export async function recordPage(
  call: Call,
  { name }: Pick<RecordTable, 'name'>,
  match: RecordMatch,
  order: RecordOrder,
): Promise<{ readonly rows: readonly RecordRow[]; readonly pagination: Pagination }> {
  const request = requestedPage(call)
  const { records } = readerOf(call)
  const offset = (request.page - 1) * request.limit
  const rows = await records.find(name, match, { sort: order, limit: request.limit, offset })
  return { rows, pagination: paginate(request, await records.count(name, match)) }
}
