import type { Feature } from '../../contracts/entity.ts'
import type { Call } from '../../engine/call.ts'
import { currentUnit } from '../../engine/unit-of-work.ts'
import { PREFERENCES } from './preference-table.ts'
import { deletePreference, readPreference, resetPreferences, writePreference } from './preferences.ts'

/** What each user keeps for itself: how the admin app looks, and the like. */
export const preferences: Feature<Call> = {
  name: 'preferences',
  for: ({ kind, authCollections }) => kind === 'service' && authCollections.length > 0,
  adds: () => ({
    records: [PREFERENCES],
    operations: [readPreference, writePreference, deletePreference, resetPreferences],
  }),
}

/** They go with their user. */
export const preferencesOfUsers: Feature<Call> = {
  name: 'own preferences',
  for: ({ auth }) => auth !== null,
  adds: () => ({
    onRemove: {
      async run(call, userId) {
        const unit = currentUnit(call.runtime.storage, call.caller.context)
        await unit?.tx.records.remove(PREFERENCES.name, { collection: call.entity.slug, userId })
      },
    },
  }),
}
