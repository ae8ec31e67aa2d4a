import { readerOf } from '../engine/call.ts'
import { readsDocuments } from '../engine/kinds/reads-documents.ts'
import { requestedPage, requestedPresentation, requestedSort } from '../engine/read/read-request.ts'
import { COUNT_SCHEMA } from './document-api.ts'
import { LIST_PARAMETERS } from './list.ts'

export const count = readsDocuments({
  name: 'count',
  summary: 'Count documents',
  description: 'How many documents a list with the same filters would have in all.',
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
