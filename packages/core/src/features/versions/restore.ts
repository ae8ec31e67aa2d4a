import type { JsonObject } from '../../contracts/json.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import { type Call, defineOperation } from '../../engine/call.ts'
import { askBeforehand } from '../../engine/read/find-document.ts'
import { presentWritten } from '../../engine/read/present.ts'
import { requestedPresentation } from '../../engine/read/read-request.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { findForChange } from '../../engine/write/changeable.ts'
import { prepareWhole } from '../../engine/write/prepare.ts'
import { type RevisionState, updateDocument } from '../../engine/write/save.ts'
import { PRESENTATION } from '../../query/parameters.ts'
import { asDocument, findSnapshot, ofGlobal, requestedRevision } from './read-versions.ts'
import { inAllLocales, restoredContent } from './restored-content.ts'

/** What the restored revision is to be, if not simply an update. */
export interface Restoration {
  readonly demandsComplete?: true
  readonly state?: (before: StoredDocument) => Promise<RevisionState>
}

/** Writes the content of a snapshot as a new revision. `beginning` is asked before anything is looked up, and may refuse. */
export function restoring(beginning: (call: Call) => Promise<Restoration>): Operation<Call> {
  return {
    name: 'restore',
    summary: 'Restore a snapshot as a new revision',
    description: 'Writes the content of that revision again. Nothing that came after it is lost.',
    endpoint: { method: 'POST', path: '/{id}/restore/{revision}' },
    local: { method: 'restore', args: ['id', 'params.revision'] },
    parameters: PRESENTATION,
    body: { kind: 'none' },
    ifMatch: true,
    answer: { kind: 'doc', status: 200 },
    rule: 'update',
    capability: { name: 'restore' },
    validates: true,
    async run(call) {
      const revision = requestedRevision(call)
      const presentation = await requestedPresentation(call)
      const permission = await askBeforehand(call)
      const { state, ...demands } = await beginning(call)
      const writing: Call = { ...inAllLocales(call), ...demands }
      const stored = await inTransaction(call, async (unit) => {
        const before = await findForChange(call, unit, permission)
        const becomes = await state?.(before)
        const snapshot = asDocument(await findSnapshot(call, before.id, revision), before)
        const content = await restoredContent(writing, unit, snapshot, before)
        const leftOver = parseJson(snapshot.json) as JsonObject
        const prepared = await prepareWhole(writing, content, before, leftOver)
        return updateDocument(writing, unit, before, prepared, becomes)
      })
      return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
    },
  }
}

/** Where there are no drafts, a restored revision is live like any other. */
export const restore = defineOperation(restoring(async () => ({})))

export const restoreGlobal = ofGlobal({
  ...restore,
  summary: 'Restore a snapshot of the global as a new revision',
  description: 'Writes the content of that revision again. Nothing that came after it is lost.',
})
