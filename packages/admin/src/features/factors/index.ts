import { lazy } from 'react'
import { can } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature } from '../../screens/feature.ts'

export const factors: AdminFeature = {
  name: 'factors',
  isIn: ({ operations }) => operations.includes('ownFactors'),
  slots: {
    signInBelow: {
      isFor: ({ entity }) => can(entity, 'passkeyLogin'),
      Component: lazy(async () => ({ default: (await import('./passkey-sign-in.tsx')).PasskeySignIn })),
    },
    secondStep: {
      Component: lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep })),
    },
    profileSecurity: {
      isFor: ({ entity }) => can(entity, 'secondFactor'),
      Component: lazy(async () => ({ default: (await import('./own-factors.tsx')).OwnFactors })),
    },
    marginBelow: {
      isFor: ({ place: { entity, id }, access }) =>
        id !== null && can(entity, 'resetFactors') && may(access, 'factors'),
      Component: lazy(async () => ({ default: (await import('./user-factors.tsx')).UserFactors })),
    },
  },
}
