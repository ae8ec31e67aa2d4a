import { lazy } from 'react'
import { can, entitiesOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature } from '../../screens/feature.ts'
import { ActivityLink } from './activity-link.tsx'
import { activityParts } from './activity-parts.tsx'

export const activity: AdminFeature = {
  name: 'activity',
  isIn: (schema) => entitiesOf(schema).some((entity) => can(entity, 'audit')),
  parts: activityParts,
  slots: {
    navigation: { Component: ActivityLink },
    marginBelow: {
      isFor: ({ place: { entity, id }, access }) => id !== null && can(entity, 'audit') && may(access, 'readVersions'),
      Component: lazy(async () => ({ default: (await import('./activity-section.tsx')).ActivitySection })),
    },
  },
}
