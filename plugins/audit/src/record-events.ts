import type { Call, DocumentEvent, Feature } from 'quirecms/plugin'
import { changesBetween } from './changes.ts'
import type { AuditSettings } from './options.ts'
import { entityName, writeEntry } from './write-entry.ts'

/** Records every change of a document, in the same transaction. */
export function recordEvents(settings: AuditSettings): Feature<Call> {
  return {
    name: 'audit of documents',
    for: ({ kind }) => kind !== 'service',
    adds: () => ({
      onEvent(call, { tx }, event) {
        // Creating a published document raises two events. Only the first one is recorded.
        if (event.stored.revision === 1 && event.name.endsWith('.published')) return Promise.resolve()
        const { id: documentId, revision } = event.stored
        return writeEntry(call, tx.records, {
          action: actionOf(call, event),
          entity: entityName(call.entity),
          documentId,
          revision,
          // The log keeps no copy of a deleted document.
          changes: event.name.endsWith('.deleted') ? null : changesBetween(call.entity, event, settings),
        })
      },
    }),
  }
}

/** In collections of users, creating, deleting and a new email address are recorded as `auth.…`. */
function actionOf({ entity }: Call, { name, before, stored }: DocumentEvent): string {
  if (!entity.auth) return name
  if (name === 'document.created' || name === 'document.deleted') return name.replace('document', 'auth')
  const isMoved = name === 'document.updated' && before !== null && addressIn(before) !== addressIn(stored)
  return isMoved ? 'auth.addressChanged' : name
}

function addressIn({ json }: DocumentEvent['stored']): unknown {
  return (JSON.parse(json) as { email?: unknown }).email
}
