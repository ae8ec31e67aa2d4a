import { type Call, readerOf } from '../engine/call.ts'
import { readsDocuments } from '../engine/kinds/reads-documents.ts'
import { readPageAfterCursor } from '../engine/read/page-after-cursor.ts'
import { makePageInBudget } from '../engine/read/page-budget.ts'
import { present } from '../engine/read/present.ts'
import {
  asksForCursor,
  type PageRequest,
  paginate,
  type PresentationRequest,
  requestedPage,
  requestedPresentation,
  requestedRank,
  requestedSort,
} from '../engine/read/requested.ts'
import { PRESENTATION } from '../query/parameters.ts'
import type { Pagination } from '../contracts/answer.ts'
import type { SortKey } from '../contracts/condition.ts'
import type { DocumentQuery, StoredDocument } from '../contracts/document-storage.ts'
import type { FilteredTables } from '../contracts/source.ts'
import { readPlanOf } from '../engine/read/read-form.ts'
import { COUNT_SCHEMA } from './document-api.ts'

const LIST_PARAMETERS = ['page', 'limit', 'sort', 'where', ...PRESENTATION]

export const list = readsDocuments({
  name: 'list',
  summary: 'List documents',
  description: 'One page of the documents that you may read, filtered by `where`, in the order of `sort`.',
  endpoint: { method: 'GET', path: '' },
  local: { method: 'find', args: [] },
  parameters: [...LIST_PARAMETERS, 'after'],
  cacheable: true,
  answer: { kind: 'list', status: 200 },
  // Refuses `page` beside `after`.
  async checkQuery(call) {
    asksForCursor(call)
  },
  async request(call) {
    return { page: requestedPage(call), presentation: await requestedPresentation(call) }
  },
  paths: requestedSort,
  async answers({ call, tables, request: { page, presentation }, paths: sort }) {
    const fields = loadedFields(call, presentation, sort)
    const query = { sort, limit: page.limit, ...(fields && { fields }) }
    const isByCursor = asksForCursor(call)
    const expected = { table: tables.table, limit: page.limit, isPartial: fields !== undefined }
    return makePageInBudget(call, expected, async (reserve) => {
      const { documents, pagination } = isByCursor
        ? await readPageAfterCursor(call, tables, query)
        : await readNumberedPage(call, tables, query, page)
      await reserve(documents)
      return { kind: 'list', docs: await present(call, documents, presentation), pagination }
    })
  },
})

async function readNumberedPage(
  call: Call,
  { table, ...matching }: FilteredTables,
  wanted: Pick<DocumentQuery, 'sort' | 'limit' | 'fields'>,
  page: PageRequest,
): Promise<{ readonly documents: readonly StoredDocument[]; readonly pagination: Pagination }> {
  const query = { ...matching, ...wanted, offset: (page.page - 1) * page.limit, ...requestedRank(call) }
  const reader = readerOf(call)
  const { documents, total } = call.input.withoutTotal
    ? { documents: await reader.find(table, query), total: 0 }
    : await reader.page(table, query)
  return { documents, pagination: paginate(page, total) }
}

/**
 * The fields that a list loads: selected and sorted ones. Undefined for all: if application code sees the documents, or
 * more is derived from them.
 */
function loadedFields(
  { entity, populatedBy }: Call,
  { selection, population }: PresentationRequest,
  sort: readonly SortKey[],
): readonly string[] | undefined {
  if (selection?.mode !== 'include' || population || populatedBy) return undefined
  const plan = readPlanOf(entity)
  if (plan.asksApplication || plan.onRequest.length > 0 || plan.completesValues) return undefined
  const names = new Set(entity.fields.map(({ name }) => name).filter((name) => Object.hasOwn(selection.tree, name)))
  for (const { path, alternatives = [] } of sort)
    for (const { steps } of [path, ...alternatives]) {
      const [first] = steps
      if (first?.kind === 'key') names.add(first.name)
      else if (first?.kind !== 'column') return undefined
    }
  return [...names].toSorted()
}

export const count = readsDocuments({
  name: 'count',
  summary: 'Count documents',
  description: 'Total number of documents of a list with the same filters.',
  endpoint: { method: 'GET', path: '/count' },
  local: { method: 'count', args: [] },
  parameters: LIST_PARAMETERS,
  cacheable: true,
  answer: { kind: 'value', status: 200, schema: COUNT_SCHEMA },
  // Accepts and refuses the same parameters as a list (docs/contract/querying.md#parameters).
  async request(call) {
    requestedPage(call)
    await requestedPresentation(call)
  },
  paths: requestedSort,
  async answers({ call, tables: { table, where, union } }) {
    return { kind: 'value', value: { count: await readerOf(call).count(table, where, union) } }
  },
})
