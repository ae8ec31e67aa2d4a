import type { Duration, Size } from './quantities.ts'

/** How the service can be reached, and its limits (docs/contract/configuration.md#server-options). */
export interface ServerConfig {
  /** The address of the service from outside: `https://cms.example.com`. Never taken from a request header. */
  readonly publicUrl?: string
  readonly host?: string
  readonly port?: number
  /** Which proxies may name the client's address: all, a number of hops, or addresses and networks (`10.0.0.0/8`). */
  readonly trustProxy?: boolean | number | readonly string[]
  /**
   * The values of `Host` that are accepted. By default `localhost`, `*.localhost`, IP addresses and the host of `publicUrl`, if the
   * service listens on loopback only, and otherwise none.
   */
  readonly allowedHosts?: readonly string[]
  readonly cors?: CorsConfig
  /** The largest JSON body; 1 MiB by default. */
  readonly bodyLimit?: Size
  /** How many values a JSON body may hold; 10,000 by default. */
  readonly jsonNodes?: number
  /** 30 seconds by default. */
  readonly requestTimeout?: Duration
  /** For each client address; 1,000 requests a minute by default. `false` turns it off. */
  readonly rateLimit?: RateLimitConfig | false
  /** What connections may take of each process. */
  readonly connections?: ConnectionsConfig
  /**
   * How long the service goes on as before when it closes, while `/readyz` already answers 503; 0 by default. Longer than a load balancer
   * takes to notice.
   */
  readonly lameDuck?: Duration
  /** How long idle connections stay open for requests that are on their way when the service closes; 1 second by default. */
  readonly drain?: Duration
  /** Names what a public answer rests on in a header, so that caches can be told to forget it (docs/caching.md#tags). Off by default. */
  readonly cacheTags?: CacheTagsConfig
  /**
   * How much memory each process may use to keep finished answers that anybody gets; 32 MiB by default, `false` turns it off. They are given
   * again only as long as nothing has changed that they rest on (docs/caching.md#in-the-service). On SQLite alone.
   */
  readonly keptAnswers?: Size | false
  /** Numbers about the running service, for Prometheus and the like (docs/metrics.md); off by default. With `true`, for clients on the same machine alone. */
  readonly metrics?: boolean | MetricsConfig
  /** Answers over 1 KiB are compressed for clients that ask for it. Set `false` if a proxy does that. */
  readonly compression?: boolean
}

export interface MetricsConfig {
  /** `/metrics` by default. */
  readonly path?: string
  /** Whoever sends it as `Authorization: Bearer …` may read them, from anywhere; 16 characters or more. */
  readonly token?: string | undefined
  /** Serves them on a port of their own, and nowhere else. */
  readonly port?: number
  /** Where that port listens; `127.0.0.1` by default. Any address but a loopback one needs a `token`. */
  readonly host?: string
}

export interface CacheTagsConfig {
  /** As your cache expects it: `Cache-Tag` (Cloudflare and others), `Surrogate-Key` (Fastly), `xkey` (Varnish), or another. */
  readonly header: 'Cache-Tag' | 'Surrogate-Key' | 'xkey' | (string & {})
  /** Tags are hashed with it, so that they tell nobody ids; 16 characters or more. */
  readonly secret?: string
}

export interface CorsConfig {
  /** Exact origins: `https://www.example.com`. */
  readonly origins: readonly string[]
  readonly credentials?: boolean
  /** Request headers beyond `Accept`, `Authorization`, `Content-Type` and `If-Match`. */
  readonly headers?: readonly string[]
}

export interface RateLimitConfig {
  readonly requests?: number
  /** On login, recovery, verification and create-user; 20 a minute by default. */
  readonly auth?: number
  readonly window?: Duration
  /** Requests under way at the same time; 1,000 by default. */
  readonly inFlight?: number
}

export interface ConnectionsConfig {
  /** 10,000 by default. */
  readonly total?: number
  /** Of one client address; 1,000 by default. Trusted proxies are not counted. */
  readonly perClient?: number
  /** Answers that clients have not taken yet; 256 MiB by default. */
  readonly unsent?: Size
}
