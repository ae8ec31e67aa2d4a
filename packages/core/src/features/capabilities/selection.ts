import { described } from '../../contracts/described-value.ts'
import type { JsonSchema } from '../../contracts/json.ts'
import { type Call, defineOperation, readerOf } from '../../engine/call.ts'
import { requestedPlaces } from '../../engine/read/read-request.ts'
import { DEFAULT_SORT } from '../../query/parse-sort.ts'

const MOST_SELECTED = 100

/** A `where` of any kind: what is wrong with it is for the query to say, as in a list (docs/contract/errors.md#wrong-shape). */
const BODY: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { where: described('where', { description: 'A query expression, as in a list.' }) },
}

/** The documents that a `where` finds for the caller, as ids: at most as many as a bulk call takes. */
export const selection = defineOperation({
  name: 'selection',
  summary: 'Find the ids of documents that match a query',
  description: 'As many ids as a bulk call takes; `truncated` says whether there are more.',
  endpoint: { method: 'POST', path: '/selection', base: 'access' },
  local: { method: 'selection', args: ['body'] },
  parameters: [],
  body: { kind: 'schema', schema: BODY, optional: true, asksLikeQuery: true },
  ifMatch: false,
  answer: {
    kind: 'value',
    status: 200,
    schema: {
      type: 'object',
      required: ['ids', 'totalDocs', 'truncated'],
      properties: {
        ids: { type: 'array', items: { type: 'string' }, maxItems: MOST_SELECTED },
        totalDocs: { type: 'integer', minimum: 0 },
        truncated: { type: 'boolean' },
      },
    },
  },
  rule: 'read',
  async run(call) {
    // The members of the body mean what the query parameters of a list mean.
    const asked: Call = { ...call, input: { ...call.input, query: { ...call.input.body } } }
    const { table, ...found } = await requestedPlaces(asked)
    const query = { ...found, sort: DEFAULT_SORT, limit: MOST_SELECTED, offset: 0 }
    const { documents, total } = await readerOf(call).page(table, query)
    const ids = documents.map((document) => document.id)
    return { kind: 'value', value: { ids, totalDocs: total, truncated: total > ids.length } }
  },
})
