import { loadSchema, loadSession } from '../data/use-session.ts'
import { inside } from '../features/root-routes.ts'
import { router } from './router.tsx'

/** Only lazily loaded screens have it. */
interface Preloaded {
  readonly preload?: (() => Promise<unknown> | undefined) | undefined
}

/**
 * Begins at once with all that the first screen needs: what the application is, who is here, and the code of the
 * screen. The router would ask for one after the other, and each takes the whole way to the service and back.
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
