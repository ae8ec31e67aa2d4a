import { lazy } from 'react'
import { createRoute, lazyRouteComponent, Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { can, entitiesOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature, AppSlotContexts, DocumentContext, FeatureParts } from '../../screens/feature.ts'
import { addresses, type CalendarSearch } from '../../data/addresses.ts'
import { Icon } from '../../design/icon.tsx'
import { useWords, wordsNow } from '../../words/use-words.ts'
import { useSchedulable } from '../../data/use-scheduled.ts'
import { scheduleWords } from './words.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

const scheduleParts: FeatureParts = {
  places: (collections, rights) =>
    collections.some((entity) => can(entity, 'schedule') && may(rights[entity.slug], 'schedule'))
      ? [
          {
            key: 'calendar',
            label: wordsNow(scheduleWords).calendar,
            icon: <Icon of={CalendarDays} />,
            to: addresses.calendar(),
          },
        ]
      : [],
}

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
      Component: lazy(async () => ({ default: (await import('./schedule-section.tsx')).PlannedState })),
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

export const calendarRoute = createRoute({
  getParentRoute: () => inside,
  path: '/calendar',
  validateSearch: searchOf<CalendarSearch>(),
  beforeLoad: onlyWith('schedule'),
  component: lazyRouteComponent(() => import('./calendar-screen.tsx'), 'CalendarScreen'),
})

function CalendarLink({ className, nameClass }: AppSlotContexts['navigation']) {
  const said = useWords(scheduleWords)
  const schedulable = useSchedulable()
  if (schedulable.length === 0) return null
  return (
    <Link {...addresses.calendar()} className={className} activeOptions={{ includeSearch: false }}>
      <Icon of={CalendarDays} />
      <span className={nameClass}>{said.calendar}</span>
    </Link>
  )
}
