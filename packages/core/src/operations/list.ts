import type { Pagination } from '../contracts/operation.ts'
import { defineOperation, readerOf } from '../engine/call.ts'
import { beforeRead, hasHooks } from '../engine/hooks.ts'
import { present } from '../engine/read/present.ts'
import {
  type PageRequest,
  readableWhere,
  requestedPage,
  requestedPresentation,
  requestedSort,
} from '../engine/read/read-request.ts'
import { PRESENTATION } from '../query/parameters.ts'

export const list = defineOperation({
  name: 'list',
  summary: 'List documents',
  endpoint: { method: 'GET', path: '' },
  local: { method: 'find', args: [] },
  parameters: ['page', 'limit', 'sort', 'where', ...PRESENTATION],
  body: { kind: 'none' },
  ifMatch: false,
  answer: { kind: 'list', status: 200 },
  async run(call) {
    const request = requestedPage(call)
    const presentation = requestedPresentation(call)
    const where = await readableWhere(call)
    const sort = await requestedSort(call)
    if (hasHooks(call.entity, 'beforeRead')) await beforeRead(call)
    const table = call.entity.table.name
    const offset = (request.page - 1) * request.limit
    const { documents, total } = await readerOf(call).page(table, { where, sort, limit: request.limit, offset })
    return { kind: 'list', docs: await present(call, documents, presentation), pagination: paginate(request, total) }
  },
})

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
