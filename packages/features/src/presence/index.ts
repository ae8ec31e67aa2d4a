import { type Call, draftsOf, type Feature, ofGlobal, ownerOf, type QuireConfig } from '@quirecms/core/feature'
import { heartbeat, endPresence } from './heartbeat.ts'
import { listPresence } from './list-presence.ts'
import { PRESENCE } from './presence-table.ts'

const presence: Feature<Call> = {
  name: 'presence',
  needs: ['auth', 'overview'],
  for: ({ kind, hasUsers }) => kind !== 'service' && hasUsers,
  adds({ kind, options }) {
    const rule = draftsOf(options['versions']) === null ? 'read' : 'readDrafts'
    const operations = [heartbeat(rule), endPresence(rule)]
    return {
      records: [PRESENCE],
      operations: kind === 'global' ? operations.map(ofGlobal) : [...operations, listPresence(rule)],
      onRemove: async ({ entity }, { tx }, { document }) => {
        await tx.records.remove(PRESENCE.name, { owner: ownerOf(entity), documentId: document.id })
      },
    }
  },
}

const presenceOfUsers: Feature<Call> = {
  name: 'own presence',
  for: ({ auth }) => auth !== null,
  adds: () => ({
    records: [PRESENCE],
    onRemove: async ({ entity }, { tx }, { document }) => {
      await tx.records.remove(PRESENCE.name, { userCollection: entity.slug, userId: document.id })
    },
  }),
}

/** Presence needs the change feed. */
export function presenceIn(config: QuireConfig): readonly Feature<Call>[] {
  return config.changes ? [presence, presenceOfUsers] : []
}
