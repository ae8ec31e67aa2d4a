import { createRootRoute, createRoute, notFound, Outlet, redirect } from '@tanstack/react-router'
import { addresses } from '../data/addresses.ts'
import { loadSchema, loadSession } from '../data/use-session.ts'
import { hasFeature, settleFeatures } from '../screens/slot.tsx'

/** The root route. Loads the schema and the features before anything is rendered. */
export const root = createRootRoute({
  component: Outlet,
  beforeLoad: async () => settleFeatures(await loadSchema()),
})

/** The parent of all signed-in screens, with the shell. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    const session = await loadSession()
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told to go elsewhere
    if (session === null) throw redirect(addresses.signIn(location.href))
    // oxlint-disable-next-line typescript/only-throw-error -- likewise
    if (session.session?.mustSetUpFactor) throw redirect(addresses.setUp(location.href))
  },
})

/** For routes of a feature: answers "not found" if the feature is disabled. */
export function onlyWith(feature: string): () => void {
  return () => {
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told that there is nothing
    if (!hasFeature(feature)) throw notFound()
  }
}

/** Types the query string of a route. Apart from the page, each screen checks the values that it uses. */
export const searchOf =
  <Search>() =>
  (search: Record<string, unknown>): Search =>
    ('page' in search && !isPage(search['page']) ? { ...search, page: undefined } : search) as Search

function isPage(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0
}
