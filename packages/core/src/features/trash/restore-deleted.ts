import { defineOperation } from '../../engine/call.ts'
import { askBeforehand } from '../../engine/read/find-document.ts'
import { presentWritten } from '../../engine/read/present.ts'
import { requestedPresentation } from '../../engine/read/read-request.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { findForChange } from '../../engine/write/changeable.ts'
import { tellChange, updateColumns } from '../../engine/write/save.ts'
import { PRESENTATION } from '../../query/parameters.ts'

/** Takes a document out of the trash, as it was. */
export const restoreDeleted = defineOperation({
  name: 'restoreDeleted',
  summary: 'Restore a document from the trash',
  description: 'The document is back as it was.',
  endpoint: { method: 'POST', path: '/{id}/restore-deleted' },
  local: { method: 'restoreDeleted', args: ['id'] },
  parameters: PRESENTATION,
  body: { kind: 'none' },
  ifMatch: true,
  answer: { kind: 'doc', status: 200 },
  rule: 'delete',
  capability: { name: 'restoreDeleted' },
  implies: { trash: true },
  async run(call) {
    const presentation = await requestedPresentation(call)
    const permission = await askBeforehand(call)
    const stored = await inTransaction(call, async (unit) => {
      const before = await findForChange(call, unit, permission)
      const restored = await updateColumns(call, unit, before, { deletedAt: null })
      return tellChange(call, unit, { before, stored: restored }, {}, 'restored')
    })
    return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
  },
})
