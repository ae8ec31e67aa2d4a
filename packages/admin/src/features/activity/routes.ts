import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ActivitySearch, DocumentActivitySearch } from '../../data/addresses.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

const beforeLoad = onlyWith('activity')
const ofDocument = {
  validateSearch: searchOf<DocumentActivitySearch>(),
  beforeLoad,
  component: lazyRouteComponent(() => import('./document-activity-screen.tsx'), 'DocumentActivityScreen'),
}

export const activityRoute = createRoute({
  getParentRoute: () => inside,
  path: '/activity',
  validateSearch: inTexts,
  beforeLoad,
  component: lazyRouteComponent(() => import('./activity-screen.tsx'), 'ActivityScreen'),
})

export const documentActivityRoute = createRoute({
  getParentRoute: () => inside,
  path: '/collections/$collection/$id/activity',
  ...ofDocument,
})

export const globalActivityRoute = createRoute({
  getParentRoute: () => inside,
  path: '/globals/$global/activity',
  ...ofDocument,
})

function inTexts(search: Record<string, unknown>): ActivitySearch {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
}
