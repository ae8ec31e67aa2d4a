import {
  type Call,
  changesDocument,
  inAllLocales,
  type JsonObject,
  ofGlobal,
  type Operation,
  parseJson,
  prepareWhole,
  type RevisionState,
  type RuleName,
  type StoredDocument,
  updateDocument,
} from '@quirecms/core/feature'
import { asDocument, findSnapshot, requestedRevision } from './read-versions.ts'
import { restoredContent } from './restored-content.ts'

export interface Restoration {
  readonly copies?: NonNullable<Call['copies']>
  readonly state?: (before: StoredDocument) => RevisionState
  /** Further rules besides `update`. */
  readonly alsoRequires?: readonly RuleName[]
}

/** Writes the content of a snapshot as a new revision. */
export function restoring({ copies, state, alsoRequires = [] }: Restoration = {}): Operation<Call> {
  return changesDocument({
    name: 'restore',
    summary: 'Restore a snapshot as a new revision',
    description: 'Writes the content of that revision as a new one. Later revisions stay in the history.',
    endpoint: { method: 'POST', path: '/{id}/restore/{revision}' },
    local: { method: 'restore', args: ['id', 'params.revision'] },
    rule: 'update',
    capability: { name: 'restore' },
    validates: true,
    request: requestedRevision,
    alsoRequires,
    async run({ call, unit, before, request: revision }) {
      const writing: Call = { ...inAllLocales(call), ...(copies && { copies }) }
      const snapshot = asDocument(await findSnapshot(call, before.id, revision), before)
      const content = await restoredContent(writing, unit, snapshot, before)
      const leftOver = parseJson(snapshot.json) as JsonObject
      const prepared = await prepareWhole(writing, content, before, leftOver)
      return updateDocument(writing, unit, before, prepared, state?.(before))
    },
  })
}

/** Without drafts, a restored revision is live. */
export const restore = restoring()

export const restoreGlobal = ofGlobal({
  ...restore,
  summary: 'Restore a snapshot of the global as a new revision',
  description: 'Writes the content of that revision as a new one. Later revisions stay in the history.',
})
