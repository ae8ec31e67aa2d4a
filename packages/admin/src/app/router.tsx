import { createBrowserHistory, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { addresses, type DocumentSearch } from '../data/addresses.ts'
import { beginStart } from '../data/start.ts'
import { loadSchema, loadSession } from '../data/use-session.ts'
import { Loading } from '../design/loading.tsx'
import { features } from '../features/all.ts'
import { activityRoute, documentActivityRoute, globalActivityRoute } from '../features/activity/index.tsx'
import { setUpRoute } from '../features/factors/index.ts'
import { acceptInvitationRoute } from '../features/invitations/index.ts'
import { jobsRoute } from '../features/jobs/index.tsx'
import { inside, root, searchOf } from '../features/root-routes.ts'
import { calendarRoute } from '../features/schedule/index.tsx'
import { trashRoute } from '../features/trash/index.tsx'
import { globalHistoryRoute, historyRoute } from '../features/versions/index.ts'
import { webhooksRoute } from '../features/webhooks/index.tsx'
import { readListSearch } from '../screens/list/read-list-search.ts'
import { offerFeatures } from '../screens/slot.tsx'
import { PageFailure, PageNotFound, ScreenFailure } from './page-failure.tsx'
import { withoutRepeats } from './second-clicks.ts'
import { Shell } from './shell.tsx'

offerFeatures(features)
root.update({ errorComponent: PageFailure })
inside.update({ component: Shell, errorComponent: PageFailure })

// Screens for signed-out users. Each screen is loaded on first navigation.
const outside = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: searchOf<{ next?: string; error?: string; again?: boolean }>(),
    component: lazyRouteComponent(() => import('../screens/access/sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/first-user',
    component: lazyRouteComponent(() => import('../screens/access/first-user.tsx'), 'FirstUser'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('../screens/access/forgot-password.tsx'), 'ForgotPassword'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    validateSearch: searchOf<{ token?: string }>(),
    component: lazyRouteComponent(() => import('../screens/access/reset-password.tsx'), 'ResetPassword'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verify',
    validateSearch: searchOf<{ token?: string }>(),
    component: lazyRouteComponent(() => import('../screens/access/verify.tsx'), 'Verify'),
  }),
] as const

const screens = [
  createRoute({
    getParentRoute: () => inside,
    path: '/',
    // Not awaited: the cards load on their own.
    loader: async () => beginStart(await loadSchema()),
    component: lazyRouteComponent(() => import('../screens/home/home-screen.tsx'), 'HomeScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/collections/$collection',
    validateSearch: readListSearch,
    component: lazyRouteComponent(() => import('../screens/list/list-screen.tsx'), 'ListScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/collections/$collection/$id',
    validateSearch: searchOf<DocumentSearch>(),
    component: lazyRouteComponent(() => import('../screens/document/document-screen.tsx'), 'DocumentScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/globals/$global',
    validateSearch: searchOf<DocumentSearch>(),
    component: lazyRouteComponent(() => import('../screens/globals/global-screen.tsx'), 'GlobalScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/views/$view',
    component: lazyRouteComponent(() => import('../screens/views/view-screen.tsx'), 'ViewScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/profile',
    beforeLoad: () => {
      // oxlint-disable-next-line typescript/only-throw-error -- how the router is told to go elsewhere
      throw redirect({ ...addresses.profile(), replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/profile/$part',
    component: lazyRouteComponent(() => import('../screens/profile/profile-screen.tsx'), 'ProfileScreen'),
  }),
  createRoute({ getParentRoute: () => inside, path: '$', component: PageNotFound }),
] as const

const tree = root.addChildren([
  ...outside,
  setUpRoute,
  acceptInvitationRoute,
  inside.addChildren([
    ...screens,
    activityRoute,
    documentActivityRoute,
    globalActivityRoute,
    calendarRoute,
    jobsRoute,
    webhooksRoute,
    trashRoute,
    historyRoute,
    globalHistoryRoute,
  ]),
])

/** The server says in <base> where the app is. */
const basepath = new URL(document.baseURI).pathname

export const router = createRouter({
  routeTree: tree,
  basepath,
  history: withoutRepeats(createBrowserHistory()),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ScreenFailure,
  defaultNotFoundComponent: PageNotFound,
  scrollRestoration: true,
})

// Parameters and addresses are typed from the routes above, in every screen.
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Only lazily loaded screens have it. */
interface Preloaded {
  readonly preload?: (() => Promise<unknown> | undefined) | undefined
}

/**
 * Starts all requests of the first screen at once: schema, session, code. The router would load them one after the
 * other.
 */
export function preloadScreen(): void {
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname)
  // Ignore failures: the navigation runs into the same error and reports it.
  const begin = (work: Promise<unknown> | undefined) => void work?.catch(() => undefined)
  begin(loadSchema())
  if (matched.some(({ id }) => id === inside.id)) begin(loadSession())
  for (const { options } of matched) {
    const { component } = options as { readonly component?: Preloaded }
    begin(component?.preload?.())
  }
}
