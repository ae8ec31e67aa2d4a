import { lazy } from 'react'
import { can } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature } from '../../screens/feature.ts'

export const providers: AdminFeature = {
  name: 'providers',
  isIn: ({ operations }) => operations.includes('listIdentities'),
  slots: {
    signInAbove: {
      isFor: ({ entity }) => can(entity, 'startSignIn'),
      Component: lazy(async () => ({ default: (await import('./sign-in-buttons.tsx')).SignInButtons })),
    },
    marginBelow: {
      isFor: ({ place: { entity, id }, access }) =>
        id !== null && can(entity, 'listUserIdentities') && may(access, 'identities'),
      Component: lazy(async () => ({ default: (await import('./linked-providers.tsx')).UserProviders })),
    },
  },
  profile: [
    {
      key: 'providers',
      Label: lazy(async () => ({ default: (await import('./linked-providers.tsx')).ProvidersLabel })),
      Component: lazy(async () => ({ default: (await import('./linked-providers.tsx')).OwnProviders })),
    },
  ],
}
