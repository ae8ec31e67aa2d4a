import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { CalendarSearch } from '../../data/addresses.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

export const calendarRoute = createRoute({
  getParentRoute: () => inside,
  path: '/calendar',
  validateSearch: searchOf<CalendarSearch>(),
  beforeLoad: onlyWith('schedule'),
  component: lazyRouteComponent(() => import('./calendar-screen.tsx'), 'CalendarScreen'),
})
