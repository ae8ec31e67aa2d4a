import type { Call, Feature } from '@quirecms/core/feature'
import {
  PREFERENCES,
  deletePreference,
  listPreferences,
  readPreference,
  resetPreferences,
  writePreference,
} from './preferences.ts'

export const preferences: Feature<Call> = {
  name: 'preferences',
  for: ({ kind, authCollections }) => kind === 'service' && authCollections.length > 0,
  adds: () => ({
    records: [PREFERENCES],
    operations: [listPreferences, readPreference, writePreference, deletePreference, resetPreferences],
  }),
}

export const preferencesOfUsers: Feature<Call> = {
  name: 'own preferences',
  for: ({ auth }) => auth !== null,
  adds: () => ({
    onRemove: async ({ entity }, { tx }, { document, forGood }) => {
      if (forGood) await tx.records.remove(PREFERENCES.name, { collection: entity.slug, userId: document.id })
    },
  }),
}
