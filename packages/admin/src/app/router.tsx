import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { addresses } from '../data/addresses.ts'
import { loadSchema, loadSession } from '../data/use-session.ts'
import { Loading } from '../design/loading.tsx'
import { PageFailure, ScreenFailure } from './page-failure.tsx'
import { PageNotFound } from './page-not-found.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({
  component: Outlet,
  errorComponent: PageFailure,
  beforeLoad: async () => {
    await loadSchema()
  },
})

/** Screens for people who are not signed in yet. */
const outside = (path: string, component: Parameters<typeof lazyRouteComponent>[0], name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(component, name as never) })

/** Everything else stands in the shell, and asks who is there first. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  errorComponent: PageFailure,
  beforeLoad: async ({ location }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told to go elsewhere
    if ((await loadSession()) === null) throw redirect(addresses.signIn(location.href))
  },
})

const screen = (path: string, component: Parameters<typeof lazyRouteComponent>[0], name: string) =>
  createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(component, name as never) })

// One line for each screen. Each is loaded when somebody goes there.
const tree = root.addChildren([
  outside('/sign-in', () => import('../screens/access/sign-in.tsx'), 'SignIn'),
  outside('/first-user', () => import('../screens/access/first-user.tsx'), 'FirstUser'),
  outside('/forgot-password', () => import('../screens/access/forgot-password.tsx'), 'ForgotPassword'),
  outside('/reset-password', () => import('../screens/access/reset-password.tsx'), 'ResetPassword'),
  outside('/verify', () => import('../screens/access/verify.tsx'), 'Verify'),
  inside.addChildren([
    screen('/', () => import('../screens/home/home-screen.tsx'), 'HomeScreen'),
    screen('/collections/$collection', () => import('../screens/list/list-screen.tsx'), 'ListScreen'),
    screen(
      '/collections/$collection/$id/history',
      () => import('../screens/history/history-screen.tsx'),
      'HistoryScreen',
    ),
    screen('/globals/$global', () => import('../screens/globals/global-screen.tsx'), 'GlobalScreen'),
    screen('/globals/$global/history', () => import('../screens/history/history-screen.tsx'), 'HistoryScreen'),
    screen('/views/$view', () => import('../screens/views/view-screen.tsx'), 'ViewScreen'),
    screen('/trash', () => import('../screens/trash/trash-screen.tsx'), 'TrashScreen'),
    screen('/profile/$part', () => import('../screens/profile/profile-screen.tsx'), 'ProfileScreen'),
    screen('/collections/$collection/new', () => import('../screens/document/document-screen.tsx'), 'DocumentScreen'),
    screen('/collections/$collection/$id', () => import('../screens/document/document-screen.tsx'), 'DocumentScreen'),
    createRoute({ getParentRoute: () => inside, path: '$', component: PageNotFound }),
  ]),
])

/** The server says in <base> where the app is. */
const basepath = new URL(document.baseURI).pathname

export const router = createRouter({
  routeTree: tree,
  basepath,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ScreenFailure,
  scrollRestoration: true,
})
