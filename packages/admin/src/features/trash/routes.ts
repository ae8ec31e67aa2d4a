import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { TrashSearch } from '../../data/addresses.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

export const trashRoute = createRoute({
  getParentRoute: () => inside,
  path: '/trash',
  validateSearch: searchOf<TrashSearch>(),
  beforeLoad: onlyWith('trash'),
  component: lazyRouteComponent(() => import('./trash-screen.tsx'), 'TrashScreen'),
})
