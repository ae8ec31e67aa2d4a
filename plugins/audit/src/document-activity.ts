import {
  type Call,
  type Feature,
  inspectsDocument,
  type Operation,
  paginate,
  readerOf,
  requestedPage,
} from 'quirecms/plugin'
import { auditClient } from './client.ts'
import { ENTRIES } from './entry-table.ts'
import { present } from './log-operations.ts'
import type { AuditSettings } from './options.ts'
import { settleIfPossible } from './settling.ts'
import { knownUsers, requireAccount } from './who-may-see.ts'
import { entityName } from './write-entry.ts'

/**
 * Lists the entries of one document, for callers who may read its versions. Leaves out network addresses and browsers.
 */
function activityOf(kind: 'collection' | 'global', settings: AuditSettings): Operation<Call> {
  const isGlobal = kind === 'global'
  return inspectsDocument({
    name: 'audit',
    summary: isGlobal ? 'List what happened to the global' : 'List what happened to a document',
    description:
      'Newest first, without IP addresses. Actions of other users are only shown to callers who may see them in the log.',
    endpoint: { method: 'GET', path: isGlobal ? '/audit' : '/{id}/audit' },
    local: { method: 'audit', args: isGlobal ? [] : ['id'] },
    parameters: ['page', 'limit'],
    ifMatch: false,
    rule: 'readVersions',
    capability: { name: 'readVersions', copies: 'any' },
    answer: { kind: 'list', status: 200, of: auditClient.methods.entry.output },
    request: requestedPage,
    async answers({ call, document, request: { page, limit } }) {
      if (call.entity.auth) await requireAccount(call, document.id, settings)
      await settleIfPossible(call, settings)
      const { records } = readerOf(call)
      // Document ids are unique and survive a rename of the collection. The id of a global is its name.
      const match = { documentId: document.id, ...(isGlobal && { entity: entityName(call.entity) }) }
      const newestFirst = { column: 'id', descending: true } as const
      const rows = await records.find(ENTRIES.name, match, { sort: newestFirst, limit, offset: (page - 1) * limit })
      const total = await records.count(ENTRIES.name, match)
      const knows = await knownUsers(call)
      const docs = rows.map((row) => present(row, { addresses: false, values: true, labels: knows(row) }))
      return { kind: 'list', docs, pagination: paginate({ page, limit }, total) }
    },
  })
}

export function documentActivity(settings: AuditSettings): Feature<Call> {
  return {
    name: 'audit of a document',
    for: ({ kind }) => kind !== 'service',
    adds: ({ kind }) => ({ operations: [activityOf(kind === 'global' ? 'global' : 'collection', settings)] }),
  }
}
