import { lazy } from 'react'
import { can } from '../../data/entities.ts'
import { tellsNews } from '../../data/feed/use-following.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature } from '../../screens/feature.ts'

/** Presence of other users, if the service has the change feed. */
export const presence: AdminFeature = {
  name: 'presence',
  isIn: tellsNews,
  slots: {
    documentPeople: {
      isFor: ({ place: { entity, id }, access }) => id !== null && can(entity, 'heartbeat') && may(access, 'presence'),
      Component: lazy(async () => ({ default: (await import('./people.tsx')).DocumentPeople })),
    },
    listTitle: {
      isFor: ({ entity }) => can(entity, 'presence'),
      Component: lazy(async () => ({ default: (await import('./people.tsx')).RowPeople })),
    },
  },
}
