import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { JobsSearch } from '../../data/addresses.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

export const jobsRoute = createRoute({
  getParentRoute: () => inside,
  path: '/jobs',
  validateSearch: searchOf<JobsSearch>(),
  beforeLoad: onlyWith('jobs'),
  component: lazyRouteComponent(() => import('./jobs-screen.tsx'), 'JobsScreen'),
})
