import type { Operation } from '../contracts/operation.ts'
import type { Call } from '../engine/call.ts'
import { changesDocument } from '../engine/kinds/changes-document.ts'
import { prepare, refuseInput } from '../engine/write/prepare.ts'
import { updateDocument } from '../engine/write/save.ts'

const DESCRIPTION = [
  'What you leave out stays as it is, also in groups and in rows with an `id`.',
  "Send `If-Match` so that you do not overwrite another client's change.",
  'A number also takes `{ "increment": 1 }`, and a list `{ "append": […] }` or `{ "remove": […] }`: they apply to the value that is stored at that time.',
].join(' ')

export const update = changesDocument({
  name: 'update',
  summary: 'Change some fields of a document',
  description: DESCRIPTION,
  endpoint: { method: 'PATCH', path: '/{id}' },
  local: { method: 'update', args: ['id', 'body'] },
  body: { kind: 'document', partial: true, relative: true },
  rule: 'update',
  capability: { name: 'update' },
  async begin({ call, data, load }) {
    await refuseInput(call, data, 'update', async () => prepare(call, data, await load()))
  },
  async run({ call, unit, before, data }) {
    // An empty change creates no revision (docs/contract/documents.md#updates).
    if (Object.keys(data).length === 0 && !call.maintained) return before
    return updateDocument(call, unit, before, await prepare(call, data, before))
  },
})

export const updateGlobal: Operation<Call> = {
  ...update,
  summary: 'Change some fields of the global',
  description: DESCRIPTION,
  endpoint: { method: 'PATCH', path: '' },
  local: { method: 'update', args: ['body'] },
}
