import { defineOperation } from '../../engine/call.ts'
import { askBeforehand } from '../../engine/read/find-document.ts'
import { presentWritten } from '../../engine/read/present.ts'
import { requestedPresentation } from '../../engine/read/read-request.ts'
import { inTransaction } from '../../engine/unit-of-work.ts'
import { findForChange } from '../../engine/write/changeable.ts'
import { prepareWhole } from '../../engine/write/prepare.ts'
import { updateDocument } from '../../engine/write/save.ts'
import { PRESENTATION } from '../../query/parameters.ts'
import { asDocument, findSnapshot, requestedRevision } from './read-versions.ts'
import { inAllLocales, restoredContent } from './restored-content.ts'

/** Writes the content of a snapshot as a new revision. */
export const restore = defineOperation({
  name: 'restore',
  summary: 'Restore a snapshot as a new revision',
  endpoint: { method: 'POST', path: '/{id}/restore/{revision}' },
  local: { method: 'restore', args: ['id', 'params.revision'] },
  parameters: PRESENTATION,
  body: { kind: 'none' },
  ifMatch: true,
  answer: { kind: 'doc', status: 200 },
  rule: 'update',
  capability: { name: 'restore' },
  async run(call) {
    const revision = requestedRevision(call)
    const presentation = requestedPresentation(call)
    const permission = await askBeforehand(call)
    const stored = await inTransaction(call.runtime.storage, call.caller.context, async (unit) => {
      const before = await findForChange(call, unit, permission)
      const snapshot = asDocument(await findSnapshot(call, before.id, revision), before)
      const writing = inAllLocales(call)
      const content = await restoredContent(writing, unit, snapshot, before)
      return updateDocument(writing, unit, before, await prepareWhole(writing, content, before))
    })
    return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
  },
})

/** A global is addressed by its path alone. */
export const restoreGlobal = defineOperation({
  ...restore,
  summary: 'Restore a snapshot of the global as a new revision',
  endpoint: { method: 'POST', path: '/restore/{revision}' },
  local: { method: 'restore', args: ['params.revision'] },
})
