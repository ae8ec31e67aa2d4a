import type { SortKey } from '../../contracts/condition.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { Pagination } from '../../contracts/answer.ts'
import type { FilteredTables } from '../../contracts/source.ts'
import type { DocumentQuery } from '../../contracts/document-storage.ts'
import { invalidQuery, limitsFor } from '../../query/query-problems.ts'
import { type Collections, parsePopulate, type Population } from '../../query/parse-populate.ts'
import { parseSelect, type Selection } from '../../query/parse-select.ts'
import { asksForOrder, configuredSort, DEFAULT_SORT, parseSort } from '../../query/parse-sort.ts'
import type { AskedJoins } from '../../query/parse-joins.ts'
import { namedPaths, parseWhere } from '../../query/where/parse-where.ts'
import { resolveWhere } from '../../query/where/resolve-where.ts'
import { onceFor } from '../../content/once-for.ts'
import { refusalOf } from '../access.ts'
import { answerTags } from '../waiting-client.ts'
import { type Call, chooseLocale, documentId } from '../call.ts'
import { narrowTables, pathsOfSort, readerPaths, sourceOf, tablesOf } from '../source.ts'
import { requestedJoins } from './joins.ts'
import type { ChosenDocuments } from '../../contracts/answer-schemas.ts'
import { type OperationDescription } from '../../contracts/operation.ts'

// What a request asks for: documents (`where`), their order, the page and the presentation.

const DEFAULT_LIMIT = 10

export interface PageRequest {
  readonly page: number
  readonly limit: number
}

/**
 * The documents that the caller may read and `where` matches, in one condition. Throws if access is denied
 * unconditionally.
 */
export async function requestedTables(call: Call): Promise<FilteredTables> {
  const source = await sourceOf(call)
  if (source.where.kind === 'never') throw refusalOf(call)
  // A request for a list depends on the set of documents; a request by id does not.
  if (documentId(call) === null) answerTags()?.addCollection(call.entity.slug)
  const { where } = call.input.query
  const tables = tablesOf(source)
  if (where === undefined) return tables
  const parsed = parseWhere(where, limitsFor(call.caller))
  return narrowTables(tables, resolveWhere(parsed, await readerPaths(call, namedPaths(parsed))))
}

export async function requestedSort(call: Call): Promise<readonly SortKey[]> {
  const { sort } = call.input.query
  if (asksForOrder(sort)) return parseSort(sort, await readerPaths(call, pathsOfSort(sort)))
  const { defaultSort } = call.entity
  return defaultSort === null
    ? DEFAULT_SORT
    : configuredSort(defaultSort, await readerPaths(call, pathsOfSort(defaultSort)))
}

export function requestedRank(call: Call): Pick<DocumentQuery, 'rank'> {
  const rank = asksForOrder(call.input.query['sort']) ? null : call.entity.rank?.(call)
  return rank ? { rank } : {}
}

export function requestedPage({ input: { query } }: Call): PageRequest {
  const { page = 1, limit = DEFAULT_LIMIT } = query as Partial<PageRequest>
  return { page, limit }
}

/** Whether a list uses a cursor instead of page numbers. */
export function asksForCursor({ input: { query } }: Call): boolean {
  if (query['after'] === undefined) return false
  if (query['page'] === undefined) return true
  const message = 'Use either "page" or "after": a list that goes on from a cursor has no page numbers.'
  throw invalidQuery([{ code: 'custom', path: 'page', message }])
}

export function paginate({ page, limit }: PageRequest, totalDocs: number): Pagination {
  const totalPages = Math.ceil(totalDocs / limit)
  const hasNextPage = page < totalPages
  const hasPrevPage = page > 1
  return {
    page,
    limit,
    totalDocs,
    totalPages,
    hasNextPage,
    hasPrevPage,
    nextPage: hasNextPage ? page + 1 : null,
    prevPage: hasPrevPage ? page - 1 : null,
  }
}

export interface PresentationRequest {
  readonly selection: Selection | null
  readonly population: Population | null
  readonly joins?: AskedJoins | null
}

const AS_IT_IS: PresentationRequest = { selection: null, population: null }

export async function requestedPresentation(call: Call): Promise<PresentationRequest> {
  const { entity, caller, runtime, input } = call
  const { select, populate, depth, joins } = input.query
  if (joins === undefined && select === undefined && populate === undefined && depth === undefined) return AS_IT_IS
  const { visibleFields, systemNames } = selectableIn(entity)
  const fields = caller.system ? entity.fields : visibleFields
  return {
    selection: select === undefined ? null : parseSelect(select, fields, systemNames, 'select', caller.system),
    population: requestedPopulation(input.query, fields, runtime.manifest.collections, caller.system),
    joins: await requestedJoins(call),
  }
}

const selectableIn = onceFor(({ fields, systemFields }: Entity<Call>) => ({
  visibleFields: fields.filter((node) => !node.hidden),
  systemNames: systemFields.map(({ name }) => name),
}))

function requestedPopulation(
  { populate, depth }: Readonly<Record<string, unknown>>,
  fields: Entity['fields'],
  collections: Collections,
  showHidden: boolean,
): Population | null {
  if (populate !== undefined && depth !== undefined) {
    throw invalidQuery([
      { code: 'custom', path: 'depth', message: '"depth" and "populate" cannot be combined. Use one of them.' },
    ])
  }
  if (populate !== undefined) return parsePopulate(populate, fields, { collections, showHidden })
  if (depth === undefined || depth === 0) return null
  return { levels: Number(depth) }
}

/**
 * Documents that a list would find for the caller in the copies that an operation changes: in the trash, or the newest
 * copies.
 */
export function chosenTables(
  call: Call,
  { where, search, locale }: ChosenDocuments,
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

/**
 * Query of a list whose documents will be changed: the newest copies that the caller may read, so that hidden content
 * decides nothing. Empty for entities with one copy.
 */
export function newestCopies(list: OperationDescription | undefined): { readonly draft?: 'newest' } {
  return list?.parameters.includes('draft') ? { draft: 'newest' } : {}
}
