import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { WebhooksSearch } from '../../data/addresses.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

export const webhooksRoute = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks',
  validateSearch: searchOf<WebhooksSearch>(),
  beforeLoad: onlyWith('webhooks'),
  component: lazyRouteComponent(() => import('./webhooks-screen.tsx'), 'WebhooksScreen'),
})
