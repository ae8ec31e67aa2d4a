import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, root, searchOf } from '../root-routes.ts'

/** Where the link of an invitation leads: nobody is signed in there. */
export const acceptInvitationRoute = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  validateSearch: searchOf<{ token?: string }>(),
  beforeLoad: onlyWith('invitations'),
  component: lazyRouteComponent(() => import('./accept-invitation.tsx'), 'AcceptInvitation'),
})
