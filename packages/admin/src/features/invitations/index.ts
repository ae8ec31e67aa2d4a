import { lazy } from 'react'
import { can } from '../../data/entities.ts'
import type { AdminFeature, ListContext } from '../../screens/feature.ts'

const isFor = ({ entity, mayCreate }: ListContext) => mayCreate && can(entity, 'invite')

export const invitations: AdminFeature = {
  name: 'invitations',
  isIn: ({ collections }) => Object.values(collections).some((entity) => can(entity, 'invite')),
  slots: {
    listBar: { isFor, Component: lazy(async () => ({ default: (await import('./invite-button.tsx')).InviteButton })) },
    listTitle: {
      isFor: ({ entity }) => can(entity, 'listInvitations'),
      Component: lazy(async () => ({ default: (await import('./invited-mark.tsx')).InvitedMark })),
    },
    listHead: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./waiting-invitations.tsx')).WaitingInvitations })),
    },
  },
}
