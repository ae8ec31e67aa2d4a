import { type Call, readerOf } from '../engine/call.ts'
import { readsDocuments } from '../engine/kinds/reads-documents.ts'
import { asksForCursor, makePage, readBehind } from '../engine/read/pages.ts'
import { present } from '../engine/read/present.ts'
import {
  paginate,
  type PresentationRequest,
  requestedPage,
  requestedPresentation,
  requestedRank,
  requestedSort,
} from '../engine/read/requested.ts'
import { PRESENTATION } from '../query/parameters.ts'
import type { SortKey } from '../contracts/condition.ts'
import { flatten } from '../content/field-tree.ts'
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
  async checkQuery(call) {
    asksForCursor(call)
  },
  async request(call) {
    return { page: requestedPage(call), presentation: await requestedPresentation(call) }
  },
  paths: requestedSort,
  async answers({ call, places, request: { page, presentation }, asked: sort }) {
    const { table, where, union } = places
    const { limit } = page
    const fields = loadedFields(call, presentation, sort)
    const expected = { table, limit, isPartial: fields !== undefined }
    if (asksForCursor(call)) {
      return makePage(call, expected, async (tell) => {
        const { documents, pagination } = await readBehind(call, places, { sort, limit, ...(fields && { fields }) })
        await tell(documents)
        return { kind: 'list', docs: await present(call, documents, presentation), pagination }
      })
    }
    const offset = (page.page - 1) * limit
    const query = {
      where,
      ...(union && { union }),
      sort,
      limit,
      offset,
      ...(fields && { fields }),
      ...requestedRank(call),
    }
    const reader = readerOf(call)
    return makePage(call, expected, async (tell) => {
      const { documents, total } = call.input.withoutTotal
        ? { documents: await reader.find(table, query), total: 0 }
        : await reader.page(table, query)
      await tell(documents)
      return { kind: 'list', docs: await present(call, documents, presentation), pagination: paginate(page, total) }
    })
  },
})

/**
 * The fields that a list loads: selected and sorted ones. Undefined for all: if application code sees the documents, or
 * more is derived from them.
 */
function loadedFields(
  { entity, others }: Call,
  { selection, population }: PresentationRequest,
  sort: readonly SortKey[],
): readonly string[] | undefined {
  if (selection?.mode !== 'include' || population || others) return undefined
  const plan = readPlanOf(entity)
  if (plan.asksApplication || plan.onRequest.length > 0) return undefined
  if (flatten(entity.fields).some(({ completes }) => completes !== undefined)) return undefined
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
  async answers({ call, places: { table, where, union } }) {
    return { kind: 'value', value: { count: await readerOf(call).count(table, where, union) } }
  },
})
