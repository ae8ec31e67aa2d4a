import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { loadSession } from '../../data/use-session.ts'
import { onlyWith, root, searchOf } from '../root-routes.ts'

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
