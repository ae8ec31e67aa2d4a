import { type Call, defineOperation } from '../../engine/call.ts'
import { askBeforehand, lookAtAllowed } from '../../engine/read/find-document.ts'
import { ofGlobal } from '../versions/read-versions.ts'
import { restoring } from '../versions/restore.ts'
import { published } from './live-table.ts'
import { wantsDraft } from './which-copy.ts'

/** With `draft=true` the snapshot becomes a draft; without it, it is live at once, which needs the right to publish. */
export const restore = defineOperation(
  restoring(async (call) => {
    if (wantsDraft(call)) return {}
    const publishing: Call = { ...call, operation: { ...call.operation, rule: 'publish' } }
    const permission = await askBeforehand(publishing)
    return {
      demandsComplete: true,
      state: async ({ revision }) => {
        await lookAtAllowed(publishing, permission)
        return { columns: published(revision + 1), what: 'published' }
      },
    }
  }),
)

export const restoreGlobal = ofGlobal({
  ...restore,
  summary: 'Restore a snapshot of the global as a new revision',
})
