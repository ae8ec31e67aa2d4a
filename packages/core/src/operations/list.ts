import { defineOperation, readerOf } from '../engine/call.ts'
import { beforeRead, hasHooks } from '../engine/hooks.ts'
import { present } from '../engine/read/present.ts'
import {
  paginate,
  requestedPage,
  requestedPresentation,
  requestedSource,
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
  cacheable: true,
  answer: { kind: 'list', status: 200 },
  rule: 'read',
  async run(call) {
    const request = requestedPage(call)
    const presentation = requestedPresentation(call)
    const { table, where } = await requestedSource(call)
    const sort = await requestedSort(call)
    if (hasHooks(call.entity, 'beforeRead')) await beforeRead(call)
    const offset = (request.page - 1) * request.limit
    const stored = await readerOf(call).find(table, { where, sort, limit: request.limit, offset })
    // A page that is neither full nor empty is the last one, and so tells the total by itself.
    const isLast = stored.length < request.limit && (stored.length > 0 || offset === 0)
    const totalDocs = isLast ? offset + stored.length : await readerOf(call).count(table, where)
    return { kind: 'list', docs: await present(call, stored, presentation), pagination: paginate(request, totalDocs) }
  },
})
