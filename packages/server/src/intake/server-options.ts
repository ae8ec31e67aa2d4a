import type { Logger } from 'pino'
import {
  type TrustProxy,
  type ConnectionLimits,
  DEFAULT_CONNECTION_LIMITS,
  DEFAULT_RATE_LIMITS,
  type RateLimits,
} from './clients.ts'
import type { CorsOptions } from './hosts-and-origins.ts'
import { DEFAULT_JSON_LIMITS, type JsonLimits } from '@quirecms/core'
import type { RequestMeasures } from './request-measures.ts'
import type { RequestTracing } from '../log/request-log.ts'

/**
 * `server` of the configuration (docs/contract/configuration.md#server-options), with durations in milliseconds and
 * sizes in bytes.
 */
export interface ServerOptions {
  readonly log: Logger
  readonly trustProxy?: TrustProxy | undefined
  readonly publicUrl?: string | undefined
  readonly allowedHosts?: readonly string[] | undefined
  readonly cors?: CorsOptions | undefined
  readonly bodyLimit?: number | undefined
  readonly jsonLimits?: Partial<JsonLimits> | undefined
  readonly requestTimeout?: number | undefined
  readonly rateLimit?: Partial<RateLimits> | false | undefined
  /** Whether responses are compressed for clients that accept it; true by default. */
  readonly compression?: boolean | undefined
  /** Whether every request is logged; true by default. */
  readonly logRequests?: boolean | undefined
  readonly connections?: Partial<ConnectionLimits> | undefined
  /** How long `close()` keeps working normally while `/readyz` answers 503. */
  readonly lameDuck?: number | undefined
  /** How long `close()` keeps idle connections for requests that are on their way. */
  readonly drain?: number | undefined
  readonly closeGrace?: number | undefined
  readonly measures?: RequestMeasures | undefined
  readonly tracing?: RequestTracing | undefined
  /** For development: names that a 404 may reveal. Without them, it says the same about every path. */
  readonly names?: KnownNames | undefined
}

/** The slugs of an application. */
export interface KnownNames {
  readonly collections: readonly string[]
  readonly globals: readonly string[]
}

export interface ResolvedServerOptions {
  readonly log: Logger
  readonly trustProxy: TrustProxy | undefined
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[] | undefined
  readonly cors: CorsOptions | undefined
  readonly bodyLimit: number
  readonly jsonLimits: JsonLimits
  readonly requestTimeout: number
  readonly rateLimit: RateLimits | undefined
  readonly compression: boolean
  readonly logRequests: boolean
  readonly connections: ConnectionLimits
  readonly lameDuck: number
  readonly drain: number
  readonly closeGrace: number
  readonly measures: RequestMeasures | undefined
  readonly tracing: RequestTracing | undefined
  readonly names: KnownNames | undefined
}

export function resolveServerOptions(options: ServerOptions): ResolvedServerOptions {
  const { rateLimit } = options
  return {
    log: options.log,
    trustProxy: options.trustProxy,
    publicUrl: options.publicUrl,
    allowedHosts: options.allowedHosts,
    cors: options.cors,
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    jsonLimits: { ...DEFAULT_JSON_LIMITS, ...options.jsonLimits },
    requestTimeout: options.requestTimeout ?? 30_000,
    rateLimit: rateLimit === false ? undefined : { ...DEFAULT_RATE_LIMITS, ...rateLimit },
    compression: options.compression ?? true,
    logRequests: options.logRequests ?? true,
    connections: { ...DEFAULT_CONNECTION_LIMITS, ...options.connections },
    lameDuck: options.lameDuck ?? 0,
    drain: options.drain ?? 1_000,
    closeGrace: options.closeGrace ?? 10_000,
    measures: options.measures,
    tracing: options.tracing,
    names: options.names,
  }
}
