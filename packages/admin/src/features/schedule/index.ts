import { lazy } from 'react'
import { can, entitiesOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature } from '../../screens/feature.ts'
import { scheduleParts } from './schedule-parts.tsx'

/** What is published and unpublished by itself. */
export const schedule: AdminFeature = {
  name: 'schedule',
  isIn: (schema) => entitiesOf(schema).some((entity) => can(entity, 'schedule')),
  parts: scheduleParts,
  slots: {
    navigation: {
      Component: lazy(async () => ({ default: (await import('./calendar-link.tsx')).CalendarLink })),
    },
    marginAbove: {
      isFor: ({ place: { entity }, access, form }) =>
        form.stored !== undefined && can(entity, 'schedule') && may(access, 'schedule'),
      Component: lazy(async () => ({ default: (await import('./schedule-section.tsx')).ScheduleSection })),
    },
  },
  cards: [
    {
      key: 'planned',
      Component: lazy(async () => ({ default: (await import('./planned-card.tsx')).PlannedCard })),
      isAside: true,
    },
  ],
}
