import { type Call, DEFAULT_SORT, defineOperation, readerOf, requestedTables } from '@quirecms/core/feature'
import { MOST_SELECTED, SELECTION_REQUEST_SCHEMA, SELECTION_SCHEMA } from './access-api.ts'

export const selection = defineOperation({
  name: 'selection',
  summary: 'Find the ids of documents that match a query',
  description: 'At most as many ids as a bulk call takes; `truncated` is true if there are more.',
  endpoint: { method: 'POST', path: '/selection', base: 'access' },
  local: { method: 'selection', args: ['body'] },
  parameters: [],
  body: { kind: 'schema', schema: SELECTION_REQUEST_SCHEMA, optional: true, asksLikeQuery: true },
  ifMatch: false,
  answer: { kind: 'value', status: 200, schema: SELECTION_SCHEMA },
  rule: 'read',
  checksAccess: true,
  async run(call) {
    // Members of the body have the meaning of the list's query parameters.
    const asked: Call = { ...call, input: { ...call.input, query: { ...call.input.body } } }
    const { table, ...found } = await requestedTables(asked)
    const query = { ...found, sort: DEFAULT_SORT, limit: MOST_SELECTED, offset: 0 }
    const { documents, total } = await readerOf(call).page(table, query)
    const ids = documents.map((document) => document.id)
    return { kind: 'value', value: { ids, totalDocs: total, truncated: total > ids.length } }
  },
})
