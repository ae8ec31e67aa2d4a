import type { RouteOptions } from 'fastify'

/** A route's declaration for admission, as Fastify's `config`. */
export interface RouteConfig {
  /**
   * Whether the route takes a JSON object as its body. By default, a body is refused with 400; with `required`, a
   * missing one is; with `optional`, it may be missing. `form` accepts an HTML form as an object of strings. With
   * `stream`, the handler reads `request.raw` itself. `multipart` does the same and accepts only `multipart/form-data`;
   * `multipartOrJson` also accepts JSON, which is parsed as usual.
   */
  readonly body?: BodyPolicy
  /**
   * `auth` also counts against the smaller limit: login, recovery, verification, create-user
   * (docs/contract/limits.md#rates).
   */
  readonly rateLimit?: 'auth'
  /** A health check: no rate limit, and any host name, because load balancers use the address. */
  readonly probe?: boolean
  /** Unsupported methods that are served elsewhere: method to a sentence that names the right path. */
  readonly elsewhere?: Readonly<Record<string, string>>
  readonly multipartLimit?: number
  /** Metrics labels of requests to this route; a page by default. */
  readonly countedAs?: CountedAs
  /** Milliseconds until 503 `timeout`, if different from the service's timeout. */
  readonly timeout?: number
}

/** Metrics labels: names from the manifest or constants, never client input. */
export interface CountedAs {
  readonly operation: string
  readonly entity: string
}

const A_PAGE: CountedAs = { operation: 'page', entity: 'none' }
const UNKNOWN: CountedAs = { operation: 'unknown', entity: 'none' }

export type BodyPolicy = 'none' | 'optional' | 'required' | 'form' | 'stream' | 'multipart' | 'multipartOrJson'

/** A route's configuration with defaults applied; computed once per route. */
export interface RoutePolicy {
  readonly body: BodyPolicy
  readonly bodyLimit: number
  /** 0 if multipart bodies are not accepted. */
  readonly multipartLimit: number
  readonly isAuth: boolean
  readonly isProbe: boolean
  readonly countedAs: CountedAs
  /** The path pattern; undefined if no route matched. */
  readonly pattern: string | undefined
  readonly timeout: number
}

interface Defaults {
  readonly bodyLimit: number
  readonly requestTimeout: number
}

export function policyOf(
  route: Pick<RouteOptions, 'config' | 'bodyLimit'> & Partial<Pick<RouteOptions, 'url'>>,
  defaults: Defaults,
): RoutePolicy {
  const { body, rateLimit, probe, timeout, multipartLimit = 0, countedAs = A_PAGE }: RouteConfig = route.config ?? {}
  return {
    body: body ?? 'none',
    bodyLimit: route.bodyLimit ?? defaults.bodyLimit,
    multipartLimit,
    isAuth: rateLimit === 'auth',
    isProbe: probe === true,
    countedAs,
    // Without the regular expressions of parameters.
    pattern: route.url?.replaceAll(/\(\^[^()^]*\$\)/g, ''),
    timeout: timeout ?? defaults.requestTimeout,
  }
}

export function policyOfUnknownRoute(defaults: Defaults): RoutePolicy {
  return { ...policyOf({}, defaults), body: 'stream', countedAs: UNKNOWN }
}
