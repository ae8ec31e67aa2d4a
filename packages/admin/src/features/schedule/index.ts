import { lazy } from 'react'
import { can, entitiesOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature, DocumentContext } from '../../screens/feature.ts'
import { CalendarLink } from './calendar-link.tsx'
import { scheduleParts } from './schedule-parts.tsx'

const hasPlans = ({ place: { entity }, access, form }: DocumentContext) =>
  form.stored !== undefined && can(entity, 'schedule') && may(access, 'schedule')

export const schedule: AdminFeature = {
  name: 'schedule',
  isIn: (schema) => entitiesOf(schema).some((entity) => can(entity, 'schedule')),
  parts: scheduleParts,
  slots: {
    navigation: { Component: CalendarLink },
    documentState: {
      isFor: hasPlans,
      Component: lazy(async () => ({ default: (await import('./planned-state.tsx')).PlannedState })),
    },
    marginAbove: {
      isFor: hasPlans,
      Component: lazy(async () => ({ default: (await import('./schedule-section.tsx')).ScheduleSection })),
    },
  },
  cards: [
    {
      key: 'failed-plans',
      Component: lazy(async () => ({ default: (await import('./failed-card.tsx')).FailedCard })),
      place: 'first',
    },
    {
      key: 'planned',
      Component: lazy(async () => ({ default: (await import('./planned-card.tsx')).PlannedCard })),
      isAside: true,
    },
  ],
}
