import type { Pagination } from '../../contracts/answer.ts'
import type { RecordMatch, RecordQuery, RecordRow } from '../../contracts/record-rows.ts'
import type { RecordTable } from '../../contracts/records.ts'
import { type Call, readerOf } from '../call.ts'
import { paginate, requestedPage } from './read-request.ts'

export type RecordOrder<Row extends RecordRow = RecordRow> = NonNullable<RecordQuery<Row>['sort']>

/** The page of records for `page` and `limit`. */
export async function recordPage<Row extends RecordRow>(
  call: Call,
  { name }: Pick<RecordTable<Row>, 'name'>,
  match: RecordMatch<NoInfer<Row>>,
  order: RecordOrder<NoInfer<Row>>,
): Promise<{ readonly rows: readonly Row[]; readonly pagination: Pagination }> {
  const request = requestedPage(call)
  const { records } = readerOf(call)
  const offset = (request.page - 1) * request.limit
  const rows = await records.find(name, match, { sort: order, limit: request.limit, offset })
  return { rows, pagination: paginate(request, await records.count(name, match)) }
}
