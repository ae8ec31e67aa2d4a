import { defineOperation, readerOf } from '../engine/call.ts'
import { beforeRead, hasHooks } from '../engine/hooks.ts'
import { asksForCursor, readBehind } from '../engine/read/cursor-page.ts'
import { makePage } from '../engine/read/long-pages.ts'
import { present } from '../engine/read/present.ts'
import {
  paginate,
  requestedPage,
  requestedPresentation,
  requestedRank,
  requestedPlaces,
  requestedSort,
} from '../engine/read/read-request.ts'
import { PRESENTATION } from '../query/parameters.ts'

/** What a list and a count are asked for alike. */
export const LIST_PARAMETERS = ['page', 'limit', 'sort', 'where', ...PRESENTATION]

export const list = defineOperation({
  name: 'list',
  summary: 'List documents',
  description: 'One page of the documents that you may read, filtered by `where`, in the order of `sort`.',
  endpoint: { method: 'GET', path: '' },
  local: { method: 'find', args: [] },
  parameters: [...LIST_PARAMETERS, 'after'],
  body: { kind: 'none' },
  ifMatch: false,
  cacheable: true,
  answer: { kind: 'list', status: 200 },
  rule: 'read',
  async checkQuery(call) {
    asksForCursor(call)
  },
  async run(call) {
    const request = requestedPage(call)
    const presentation = await requestedPresentation(call)
    const places = await requestedPlaces(call)
    const { table, where, beside } = places
    const sort = await requestedSort(call)
    if (hasHooks(call.entity, 'beforeRead')) await beforeRead(call)
    if (asksForCursor(call)) {
      return makePage(call, table, request.limit, async (tell) => {
        const { documents, pagination } = await readBehind(call, places, sort, request.limit)
        await tell(documents)
        return { kind: 'list', docs: await present(call, documents, presentation), pagination }
      })
    }
    const offset = (request.page - 1) * request.limit
    const query = { where, ...(beside && { beside }), sort, limit: request.limit, offset, ...requestedRank(call) }
    const reader = readerOf(call)
    return makePage(call, table, request.limit, async (tell) => {
      const { documents, total } = call.input.withoutTotal
        ? { documents: await reader.find(table, query), total: 0 }
        : await reader.page(table, query)
      await tell(documents)
      return { kind: 'list', docs: await present(call, documents, presentation), pagination: paginate(request, total) }
    })
  },
})
