import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { loadSession } from '../../data/use-session.ts'
import { onlyWith, root, searchOf } from '../root-routes.ts'

/** For whoever must have a second factor, and has none: there is nothing else until it is set up. */
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
