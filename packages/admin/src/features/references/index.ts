import { lazy } from 'react'
import { can, entitiesOf } from '../../data/entities.ts'
import type { AdminFeature } from '../../screens/feature.ts'

export const references: AdminFeature = {
  name: 'references',
  isIn: (schema) => entitiesOf(schema).some((entity) => can(entity, 'references')),
  slots: {
    marginBelow: {
      isFor: ({ place: { entity, id } }) => id !== null && can(entity, 'references'),
      Component: lazy(async () => ({ default: (await import('./used-by.tsx')).UsedBySection })),
    },
    removal: {
      isFor: ({ place: { entity, id } }) => id !== null && can(entity, 'references'),
      Component: lazy(async () => ({ default: (await import('./removal-warning.tsx')).RemovalWarning })),
    },
    unpublishing: {
      isFor: ({ place: { entity, id } }) => id !== null && can(entity, 'references'),
      Component: lazy(async () => ({ default: (await import('./removal-warning.tsx')).UnpublishingWarning })),
    },
    removals: {
      isFor: ({ entity }) => can(entity, 'references'),
      Component: lazy(async () => ({ default: (await import('./removals-warning.tsx')).RemovalsWarning })),
    },
  },
}
