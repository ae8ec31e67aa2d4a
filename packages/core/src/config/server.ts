import type { Duration, Size } from './quantities.ts'

/** Addresses and limits of the server (docs/contract/configuration.md#server-options). */
export interface ServerConfig {
  /** The public URL of the service: `https://cms.example.com`. Never taken from a request header. */
  readonly publicUrl?: string
  readonly host?: string
  readonly port?: number
  /** Which proxies may set the client's address: all, a number of hops, or addresses and networks (`10.0.0.0/8`). */
  readonly trustProxy?: boolean | number | readonly string[]
  /**
   * The accepted values of `Host`; `'*'` accepts all. By default `localhost`, `*.localhost`, IP addresses and the host
   * of `publicUrl` if the service listens only on loopback; otherwise none, so that every request is refused.
   */
  readonly allowedHosts?: readonly string[]
  readonly cors?: CorsConfig
  /** Maximum size of a JSON body; 1 MiB by default. */
  readonly bodyLimit?: Size
  /** Maximum number of values in a JSON body; 10,000 by default. */
  readonly jsonNodes?: number
  /** 30 seconds by default. */
  readonly requestTimeout?: Duration
  /** For each client address; 1,000 requests a minute by default. `false` turns it off. */
  readonly rateLimit?: RateLimitConfig | false
  /** Limits of connections for each process. */
  readonly connections?: ConnectionsConfig
  /**
   * Delay between SIGTERM and closing, during which `/readyz` answers 503; 0 by default. Set it longer than a load
   * balancer takes to notice.
   */
  readonly lameDuck?: Duration
  /** How long idle connections stay open at shutdown, for requests in transit; 1 second by default. */
  readonly drain?: Duration
  /**
   * Adds cache tags to public responses, so that a CDN can purge them by tag (docs/caching.md#tags). Off by default.
   */
  readonly cacheTags?: CacheTagsConfig
  /**
   * Metrics for Prometheus and similar systems (docs/metrics.md); off by default. With `true`, only for clients on the
   * same machine.
   */
  readonly metrics?: boolean | MetricsConfig
  /** Compresses responses over 1 KiB for clients that accept it. Set `false` if a proxy compresses. */
  readonly compression?: boolean
}

export interface MetricsConfig {
  /** `/metrics` by default. */
  readonly path?: string
  /**
   * Clients that send it as `Authorization: Bearer …` may read the metrics, from any address; 16 characters or more.
   */
  readonly token?: string | undefined
  /** Serves the metrics on a separate port only. */
  readonly port?: number
  /** The address of that port; `127.0.0.1` by default. Any address but a loopback one needs a `token`. */
  readonly host?: string
}

export interface CacheTagsConfig {
  /**
   * The header of your cache: `Cache-Tag` (Cloudflare and others), `Surrogate-Key` (Fastly), `xkey` (Varnish), or
   * another.
   */
  readonly header: 'Cache-Tag' | 'Surrogate-Key' | 'xkey' | (string & {})
  /** Key for hashing the tags, so that they don't reveal ids; 16 characters or more. */
  readonly secret?: string
}

export interface CorsConfig {
  /** Exact origins: `https://www.example.com`. */
  readonly origins: readonly string[]
  readonly credentials?: boolean
  /** Allowed request headers besides `Accept`, `Authorization`, `Content-Type` and `If-Match`. */
  readonly headers?: readonly string[]
}

export interface RateLimitConfig {
  readonly requests?: number
  /** Limit for login, recovery, verification and create-user; 20 a minute by default. */
  readonly auth?: number
  readonly window?: Duration
  /** Maximum number of concurrent requests; 1,000 by default. */
  readonly inFlight?: number
}

export interface ConnectionsConfig {
  /** 10,000 by default. */
  readonly total?: number
  /** Per client address; 1,000 by default. Trusted proxies are not counted. */
  readonly perClient?: number
  /** Total size of responses that clients have not read yet; 256 MiB by default. */
  readonly unsent?: Size
}
