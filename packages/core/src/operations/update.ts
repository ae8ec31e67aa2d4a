import { defineOperation } from '../engine/call.ts'
import { askBeforehand, lookAtAllowed } from '../engine/read/find-document.ts'
import { presentWritten } from '../engine/read/present.ts'
import { requestedPresentation } from '../engine/read/read-request.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { findForChange } from '../engine/write/changeable.ts'
import { prepare, refuseInput } from '../engine/write/prepare.ts'
import { updateDocument } from '../engine/write/save.ts'
import { PRESENTATION } from '../query/parameters.ts'

const DESCRIPTION = [
  'What you leave out stays as it is, also in groups and in rows with an `id`.',
  "Send `If-Match` to make sure that you overwrite nobody else's change.",
  'A number also takes `{ "increment": 1 }`, and a list `{ "append": […] }` or `{ "remove": […] }`: they change what is stored by then.',
].join(' ')

export const update = defineOperation({
  name: 'update',
  summary: 'Change some fields of a document',
  description: DESCRIPTION,
  endpoint: { method: 'PATCH', path: '/{id}' },
  local: { method: 'update', args: ['id', 'body'] },
  parameters: PRESENTATION,
  body: { kind: 'document', partial: true, relative: true },
  ifMatch: true,
  answer: { kind: 'doc', status: 200 },
  rule: 'update',
  capability: { name: 'update' },
  async run(call) {
    const data = call.input.body ?? {}
    const presentation = await requestedPresentation(call)
    const permission = await askBeforehand(call, data)
    await refuseInput(call, data, 'update', async () =>
      prepare(call, data, await lookAtAllowed(call, permission, data)),
    )
    const stored = await inTransaction(call, async (unit) => {
      const before = await findForChange(call, unit, permission, data)
      // An empty change makes no revision (docs/contract/documents.md#updates).
      if (Object.keys(data).length === 0 && !call.maintained) return before
      return updateDocument(call, unit, before, await prepare(call, data, before))
    })
    return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
  },
})

/** A global is changed like any document, except that its path already names it. */
export const updateGlobal = defineOperation({
  ...update,
  summary: 'Change some fields of the global',
  description: DESCRIPTION,
  endpoint: { method: 'PATCH', path: '' },
  local: { method: 'update', args: ['body'] },
})
