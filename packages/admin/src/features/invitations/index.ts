import { lazy } from 'react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { can } from '../../data/entities.ts'
import type { AdminFeature, ListContext } from '../../screens/feature.ts'
import { onlyWith, root, searchOf } from '../root-routes.ts'

const isFor = ({ entity, mayCreate }: ListContext) => mayCreate && can(entity, 'invite')

export const invitations: AdminFeature = {
  name: 'invitations',
  isIn: ({ collections }) => Object.values(collections).some((entity) => can(entity, 'invite')),
  slots: {
    listBar: { isFor, Component: lazy(async () => ({ default: (await import('./invite-button.tsx')).InviteButton })) },
    listTitle: {
      isFor: ({ entity }) => can(entity, 'listInvitations'),
      Component: lazy(async () => ({ default: (await import('./invite-button.tsx')).InvitedMark })),
    },
    listHead: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./waiting-invitations.tsx')).WaitingInvitations })),
    },
  },
}

/** Target of the link in an invitation mail. The visitor is signed out. */
export const acceptInvitationRoute = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  validateSearch: searchOf<{ token?: string }>(),
  beforeLoad: onlyWith('invitations'),
  component: lazyRouteComponent(() => import('./accept-invitation.tsx'), 'AcceptInvitation'),
})
