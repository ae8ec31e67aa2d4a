import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, root, searchOf } from '../root-routes.ts'

/** Target of the link in an invitation mail. The visitor is signed out. */
export const acceptInvitationRoute = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  validateSearch: searchOf<{ token?: string }>(),
  beforeLoad: onlyWith('invitations'),
  component: lazyRouteComponent(() => import('./accept-invitation.tsx'), 'AcceptInvitation'),
})
