import type { Call, DocumentEvent, Feature } from 'quirecms/plugin'
import { changesBetween } from './changes.ts'
import type { Settings } from './options.ts'
import { entityName, writeEntry } from './write-entry.ts'

/** Writes down every change of a document, with the change. */
export function recordEvents(settings: Settings): Feature<Call> {
  return {
    name: 'audit of documents',
    for: ({ kind }) => kind !== 'service',
    adds: () => ({
      onEvent(call, { tx }, event) {
        // A document that is live from the start is made and published at once: that is one thing that happened.
        if (event.stored.revision === 1 && event.name.endsWith('.published')) return Promise.resolve()
        const { id: documentId, revision } = event.stored
        return writeEntry(call, tx.records, {
          action: actionOf(call, event),
          entity: entityName(call.entity),
          documentId,
          revision,
          // What is gone is gone: the log keeps no copy of it.
          changes: event.name.endsWith('.deleted') ? null : changesBetween(call.entity, event, settings),
        })
      },
    }),
  }
}

/** Users that come and go, and the addresses that they sign in with, are matters of access. */
function actionOf({ entity }: Call, { name, before, stored }: DocumentEvent): string {
  if (!entity.auth) return name
  if (name === 'document.created' || name === 'document.deleted') return name.replace('document', 'auth')
  const isMoved = name === 'document.updated' && before !== null && addressIn(before) !== addressIn(stored)
  return isMoved ? 'auth.addressChanged' : name
}

function addressIn({ json }: DocumentEvent['stored']): unknown {
  return (JSON.parse(json) as { email?: unknown }).email
}
