import { lazy } from 'react'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { can } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature } from '../../screens/feature.ts'
import { addresses } from '../../data/addresses.ts'
import { loadSession } from '../../data/use-session.ts'
import { onlyWith, root, searchOf } from '../root-routes.ts'

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

/** For users who must set up a second factor: no other screen is available until then. */
export const setUpRoute = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  validateSearch: searchOf<{ next?: string }>(),
  beforeLoad: async () => {
    onlyWith('factors')()
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told to go elsewhere
    if ((await loadSession()) === null) throw redirect(addresses.signIn())
  },
  component: lazyRouteComponent(() => import('./set-up-screen.tsx'), 'SetUpScreen'),
})
