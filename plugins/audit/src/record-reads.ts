import { type Answer, type Call, type Feature, inTransaction, type Operation } from 'quirecms/plugin'
import type { AuditSettings } from './options.ts'
import { entityName, type Happened, writeEntry } from './write-entry.ts'

const MOST_IDS = 100

export function recordReads(settings: AuditSettings): Feature<Call> {
  const told = (operation: Operation<Call>): Operation<Call> => ({
    ...operation,
    async run(call) {
      const answer = await operation.run(call)
      const what = call.caller.system ? null : readIn(answer)
      // The entry is written before the response is sent: a read that cannot be recorded fails.
      if (what)
        await inTransaction(call, ({ tx }) =>
          writeEntry(call, tx.records, { ...what, entity: entityName(call.entity) }),
        )
      return answer
    },
  })
  return {
    name: 'audit of reads',
    for: ({ kind, slug }) => kind === 'collection' && settings.reads.includes(slug),
    adds: () => ({ changes: { read: told, list: told } }),
  }
}

function readIn(answer: Answer): Happened | null {
  if (answer.kind === 'doc')
    return { action: 'document.read', documentId: answer.doc.id, revision: answer.doc.revision }
  if (answer.kind !== 'list') return null
  return { action: 'document.listed', ids: JSON.stringify(answer.docs.slice(0, MOST_IDS).map(({ id }) => id)) }
}
