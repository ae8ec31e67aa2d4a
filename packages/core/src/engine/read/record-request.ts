import type { CursorPagination, Pagination, PresentedDocument } from '../../contracts/answer.ts'
import type { ColumnValue, RecordMatch, RecordQuery, RecordRow, RecordTable } from '../../contracts/records.ts'
import { type Call, readerOf } from '../call.ts'
import { asksForCursor, paginate, requestedPage } from './requested.ts'
import type { Condition, Scalar, SortKey } from '../../contracts/condition.ts'
import type { SystemField } from '../../contracts/entity.ts'
import { allOf, ALWAYS } from '../../query/conditions.ts'
import { behind, bondOf, readCursor, writeCursor } from '../../query/cursor.ts'
import { invalidQuery, limitsFor } from '../../query/query-problems.ts'
import { asksForOrder, parseSort } from '../../query/parse-sort.ts'
import type { PathRoot } from '../../query/path-root.ts'
import { parseWhere } from '../../query/where/parse-where.ts'
import { resolveWhere } from '../../query/where/resolve-where.ts'
import type { JsonObject } from '../../contracts/json.ts'

export type RecordOrder<Row extends RecordRow = RecordRow> = NonNullable<RecordQuery<Row>['sort']>

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

/** A record, or anything else with an id, for answers of the kind `doc` or `list`. */
export function presentRecord(id: string, value: JsonObject, revision = 1): PresentedDocument {
  return { id, revision, value, text: JSON.stringify(value), isPlain: false }
}

export interface RecordListRequest<Row extends RecordRow & { readonly id: string }> {
  /** The key must be `id`. */
  readonly table: Pick<RecordTable<Row>, 'name'>
  readonly columns: readonly SystemField[]
  readonly match: RecordMatch<NoInfer<Row>>
  readonly order: RecordOrder<NoInfer<Row>>
  /** An equivalent condition that can use an index. */
  readonly rewriteWhere?: (where: Condition) => Condition
}

export interface RecordPage<Row> {
  readonly rows: readonly Row[]
  readonly pagination: Pagination | CursorPagination
}

/** Records for `where`, `sort`, `page`, `limit` and `after`, with the semantics of document lists. */
export async function requestedRecords<Row extends RecordRow & { readonly id: string }>(
  call: Call,
  { table: { name }, columns, match, order, rewriteWhere = (where) => where }: RecordListRequest<Row>,
): Promise<RecordPage<Row>> {
  const { input } = call
  const root = rootOf(name, columns)
  const where = rewriteWhere(requestedCondition(call, root))
  const [key] = requestedKey(input.query['sort'], root)
  const sort = key ? orderOf(key) : order
  const { records } = readerOf(call)
  const page = requestedPage(call)
  const { limit } = page
  if (!asksForCursor(call)) {
    const rows = await records.find<Row>(name, match, { where, sort, limit, offset: (page.page - 1) * limit })
    return { rows, pagination: paginate(page, await records.count<Row>(name, match, where)) }
  }
  const keys = key && sort.column !== 'id' ? [key] : []
  const bond = bondOf([name, input.query['where'] ?? null, input.query['sort'] ?? null])
  const cursor = readCursor(input.query['after'], bond, keys)
  const left = cursor ? allOf([where, beyond(cursor.id, sort, cursor, keys)]) : where
  // One more than the page, to know whether another follows.
  const found = await records.find<Row>(name, match, { where: left, sort, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const hasNextPage = found.length > limit
  const values = keys.map(() => scalarOf(last?.[sort.column]))
  const nextCursor = hasNextPage && last ? writeCursor({ id: last.id, values }, bond) : null
  return { rows, pagination: { limit, hasNextPage, nextCursor } }
}

/** The condition for records after another one; by id only if that is the order. */
function beyond(
  id: string,
  { descending }: { readonly descending: boolean },
  cursor: NonNullable<ReturnType<typeof readCursor>>,
  keys: readonly SortKey[],
): Condition {
  if (keys.length > 0) return behind(cursor, keys)
  const path = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const
  return { kind: 'compare', path, test: { op: descending ? 'lt' : 'gt', value: id } }
}

function requestedCondition({ input, caller }: Call, root: PathRoot): Condition {
  const { where } = input.query
  return where === undefined ? ALWAYS : resolveWhere(parseWhere(where, limitsFor(caller)), root)
}

function requestedKey(sort: unknown, root: PathRoot): readonly SortKey[] {
  if (!asksForOrder(sort)) return []
  const keys = parseSort(sort, root)
  if (keys.length <= 1) return keys
  throw invalidQuery([{ code: 'max', path: 'sort', message: 'Sort by one column at most.' }])
}

function orderOf({ path, descending }: SortKey): { readonly column: string; readonly descending: boolean } {
  const [step] = path.steps
  return { column: step?.kind === 'column' ? step.name : 'id', descending }
}

function rootOf(slug: string, systemFields: readonly SystemField[]): PathRoot {
  const others = { get: () => undefined }
  return { slug, fields: [], systemFields, localization: null, locale: null, mayRead: () => false, others }
}

function scalarOf(value: ColumnValue | undefined): Scalar | null {
  return value ?? null
}
