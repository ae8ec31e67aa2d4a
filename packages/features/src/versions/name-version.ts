import {
  actsOnDocument,
  type Call,
  type FromSchema,
  ofGlobal,
  presentRecord,
  QuireError,
  reportDone,
} from '@quirecms/core/feature'
import { findSnapshot, requestedRevision } from './read-versions.ts'
import { NAME_SCHEMA, SUMMARY_SCHEMA } from './version-api.ts'
import { summaryOf, versionTableOf } from './version-table.ts'

/** Names a snapshot, without a new revision, and regardless of edit locks. */
export const nameVersion = actsOnDocument({
  name: 'nameVersion',
  summary: 'Name a snapshot of a document',
  description: 'A named snapshot is never pruned. Null removes the name.',
  endpoint: { method: 'PATCH', path: '/{id}/versions/{revision}' },
  local: { method: 'nameVersion', args: ['id', 'params.revision', 'body'] },
  body: { kind: 'schema', schema: NAME_SCHEMA },
  ifMatch: false,
  answer: { kind: 'doc', status: 200, of: SUMMARY_SCHEMA },
  rule: 'update',
  leavesContent: true,
  request: (call) => ({ revision: requestedRevision(call), name: requestedName(call) }),
  async run({ call, unit, before: { id: documentId }, request: { revision, name } }) {
    const found = await findSnapshot(call, documentId, revision)
    await unit.tx.records.update(versionTableOf(call.entity), { document: documentId, revision }, { name })
    const changes = [{ path: 'name', from: found.name, to: name }]
    await reportDone(call, unit, { action: 'version.named', documentId, revision, changes })
    const value = summaryOf({ ...found, name })
    return {
      kind: 'doc',
      doc: presentRecord(documentId, value, revision),
    }
  },
})

export const nameGlobalVersion = ofGlobal({ ...nameVersion, summary: 'Name a snapshot of the global' })

function requestedName({ input: { body } }: Call): string | null {
  const { name } = body as FromSchema<typeof NAME_SCHEMA>
  if (name === null) return null
  const trimmed = name.trim()
  if (trimmed !== '') return trimmed
  const issues = [
    { code: 'min_length', path: 'name', message: 'Must not be blank. Send null to remove the name.' },
  ] as const
  throw new QuireError('validation', 'The request is not valid. The issues say why.', { issues: [...issues] })
}
