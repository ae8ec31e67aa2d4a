import type { RouteOptions } from 'fastify'

/** What a route tells the intake about itself, as Fastify's `config`. */
export interface RouteConfig {
  /**
   * Whether the route takes a JSON object as its body. Where none is allowed (the default), one is 400; where one is
   * required, its absence is 400. With `form`, it is one of other services, and becomes an object of texts. With `stream` the handler reads `request.raw` itself; with `multipart` too, and nothing but
   * `multipart/form-data` is let in; with `multipartOrJson`, JSON is read as ever.
   */
  readonly body?: BodyPolicy
  /** `auth` counts against the smaller limit as well: login, recovery, verification, create-user (docs/contract/limits.md#rates). */
  readonly rateLimit?: 'auth'
  /** A health check: not rate limited, and answered under any host name, since load balancers ask by address. */
  readonly probe?: boolean
  /** What is done elsewhere: a method that the path does not take, to a sentence that says where to go. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /** The largest body in parts, in bytes. */
  readonly multipartLimit?: number
  /** What requests of this route are counted as; by default, as pages. */
  readonly countedAs?: CountedAs
  /** Milliseconds until 503 `timeout`, where the service's own time-out does not fit. */
  readonly timeout?: number
}

/** Names of the manifest, or of ours: never anything that a client sends. */
export interface CountedAs {
  readonly operation: string
  readonly entity: string
}

const A_PAGE: CountedAs = { operation: 'page', entity: 'none' }
const UNKNOWN: CountedAs = { operation: 'unknown', entity: 'none' }

export type BodyPolicy = 'none' | 'optional' | 'required' | 'form' | 'stream' | 'multipart' | 'multipartOrJson'

/** A route's configuration with all defaults filled in; made once for each route. */
export interface RoutePolicy {
  readonly body: BodyPolicy
  readonly bodyLimit: number
  /** 0 where bodies in parts are not taken. */
  readonly multipartLimit: number
  readonly isAuth: boolean
  readonly isProbe: boolean
  readonly countedAs: CountedAs
  /** The pattern of its path; undefined for requests that match none. */
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
    // Without what a parameter must look like.
    pattern: route.url?.replaceAll(/\(\^[^()^]*\$\)/g, ''),
    timeout: timeout ?? defaults.requestTimeout,
  }
}

/** For requests that match no route: nothing of their body is read. */
export function policyOfUnknownRoute(defaults: Defaults): RoutePolicy {
  return { ...policyOf({}, defaults), body: 'stream', countedAs: UNKNOWN }
}
