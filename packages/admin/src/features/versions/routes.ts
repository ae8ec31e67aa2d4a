import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { HistorySearch } from '../../data/addresses.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

const component = lazyRouteComponent(() => import('./history-screen.tsx'), 'HistoryScreen')
const validateSearch = searchOf<HistorySearch>()
const beforeLoad = onlyWith('versions')

export const historyRoute = createRoute({
  getParentRoute: () => inside,
  path: '/collections/$collection/$id/history',
  validateSearch,
  beforeLoad,
  component,
})

export const globalHistoryRoute = createRoute({
  getParentRoute: () => inside,
  path: '/globals/$global/history',
  validateSearch,
  beforeLoad,
  component,
})
