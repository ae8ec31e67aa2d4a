import { defineOperation, readerOf } from '../engine/call.ts'
import { beforeRead } from '../engine/hooks.ts'
import { requestedPage, requestedPresentation, requestedSort, requestedPlaces } from '../engine/read/read-request.ts'
import { LIST_PARAMETERS } from './list.ts'

export const count = defineOperation({
  name: 'count',
  summary: 'Count documents',
  description: 'How many documents a list with the same filters would have in all.',
  endpoint: { method: 'GET', path: '/count' },
  local: { method: 'count', args: [] },
  parameters: LIST_PARAMETERS,
  body: { kind: 'none' },
  ifMatch: false,
  cacheable: true,
  answer: {
    kind: 'value',
    status: 200,
    schema: { type: 'object', required: ['count'], properties: { count: { type: 'integer', minimum: 0 } } },
  },
  rule: 'read',
  async run(call) {
    // Count takes and refuses the same as list (docs/contract/querying.md#parameters).
    requestedPage(call)
    await requestedPresentation(call)
    const { table, where, beside } = await requestedPlaces(call)
    await requestedSort(call)
    await beforeRead(call)
    return { kind: 'value', value: { count: await readerOf(call).count(table, where, beside) } }
  },
})
