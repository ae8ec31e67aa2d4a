import { loadSchema, loadSession } from '../data/use-session.ts'
import { inside } from '../features/root-routes.ts'
import { router } from './router.tsx'

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
