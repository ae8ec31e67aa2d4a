import {
  adminCollection,
  execute,
  parseSize,
  manifestInScope,
  publicManifest,
  recogniseByScheme,
  type QuireConfig,
  type Runtime,
  parseDuration,
} from '@quirecms/core'
import type { recogniseApiKey, recogniseSession } from '@quirecms/features/recognise'
import {
  CacheTagHeader,
  createServer,
  describeApi,
  type FastifyInstance,
  identifyBy,
  type Identify,
  originCheck,
  PluginCredentials,
  type Logger,
  type MetricsPlace,
  type Readiness,
  referencePage,
  registerAdminApp,
  registerApplicationRoutes,
  registerMailForm,
  registerMailLinks,
  registerMetrics,
  registerOperations,
  registerStartPage,
  registerSystemRoutes,
  RequestMeasures,
  viewOf,
  type ServerOptions,
} from '@quirecms/server'
import { adminPlace, modulesOfTypes, typefacesOf } from './admin-place.ts'
import type { ApplicationInfo } from './application-info.ts'
import { plainMailPages } from './mail/mail-pages.ts'
import { type ExposedMetrics, hasPublicAddress, METRICS_PATH } from './metrics/metrics-config.ts'
import { namesIn } from './metrics/manifest-names.ts'
import type { Tracing } from './tracing/open-tracing.ts'
import { VERSION } from './version.ts'

export interface ServerParts {
  readonly config: QuireConfig
  readonly runtime: Runtime
  /** Replaces docs/contract/authentication.md#credentials. */
  readonly identify: Identify | undefined
  /** Null in applications without users. */
  readonly recognition: {
    readonly recogniseApiKey: typeof recogniseApiKey
    readonly recogniseSession: typeof recogniseSession
  } | null
  readonly readiness: () => Promise<Readiness>
  readonly info: ApplicationInfo
  readonly log: Logger
  /** Development mode: browsers follow the configuration, and 404 names what is missing. */
  readonly development: boolean
  readonly exposed: ExposedMetrics | undefined
  readonly tracing: Tracing | undefined
}

/**
 * The HTTP service of an application: all operations of its manifest, and the routes for description and monitoring.
 */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { config, runtime, identify, recognition, readiness, info, log, development, exposed, tracing } = parts
  const { manifest } = runtime
  const options = {
    ...serverOptions(config, log),
    measures: exposed && new RequestMeasures(runtime.metrics, namesIn(manifest)),
    tracing: tracing?.requests,
  }
  const names = { collections: Object.keys(manifest.collections), globals: Object.keys(manifest.globals) }
  // In development, restarts must be fast, there is no load balancer, and names are no secret.
  const server = createServer(development ? { ...options, lameDuck: 0, names } : options)
  const { publicUrl, cors, cacheTags } = config.server ?? {}
  const ownWay = identify ?? configuredIdentify(config)
  const pluginCredentials = new PluginCredentials(manifest.credentials)
  const callers = {
    pluginCredentials,
    identify: pluginCredentials.identifyFirst(
      (scheme, given) => recogniseByScheme(runtime, scheme, given),
      ownWay ??
        identifyBy({
          session: async (token, via) => recognition?.recogniseSession(runtime, token, via) ?? null,
          apiKey: async (key, address) => recognition?.recogniseApiKey(runtime, key, address) ?? null,
        }),
    ),
    cookie: config.cookie ?? {},
    checkOrigin: originCheck({ publicUrl, allowed: cors?.credentials ? cors.origins : [] }),
  }
  registerOperations(server, {
    ...callers,
    identifiesItsOwnWay: ownWay !== undefined,
    cacheTags: cacheTags ? new CacheTagHeader(cacheTags) : null,
    manifest,
    execute: (entity, operation, input, caller) => execute(runtime, entity, operation, input, caller),
  })
  registerApplicationRoutes(server, { ...callers, routes: manifest.routes, localFor: runtime.localFor })
  if (exposed && exposed.config.port === undefined) registerMetrics(server, metricsPlace(config, exposed))
  const admin = adminPlace(config)
  registerSystemRoutes(server, {
    manifest: () => publicManifest(manifest),
    manifestForKey: async (key, address) => {
      const found = ownWay ? null : await recognition?.recogniseApiKey(runtime, key, address)
      return found?.scopes ? manifestInScope(manifest, publicManifest(manifest), found.scopes) : null
    },
    openApi: () => describeApi({ manifest, info, quireVersion: VERSION, cacheTagHeader: cacheTags?.header }),
    referencePage: () => referencePage({ ...info, typefaces: typefacesOf(admin, '/api/docs') }),
    readiness,
  })
  if (admin) {
    // The application's modules come last, because later registrations win.
    const extensions = [...modulesOfTypes(manifest), ...admin.extensions]
    registerAdminApp(server, { ...admin, extensions, development })
  }
  const users = adminCollection(config)
  if (admin && users !== null) registerMailLinks(server, { admin: admin.path, users, routes: manifest.routes })
  for (const form of await plainMailPages(config, manifest)) registerMailForm(server, form)
  registerStartPage(server, admin?.path ?? null, info.title)
  return server
}

function metricsPlace(config: QuireConfig, exposed: ExposedMetrics): MetricsPlace {
  const { path = METRICS_PATH, token } = exposed.config
  return {
    path,
    token,
    trustProxy: config.server?.trustProxy,
    isBehindProxy: hasPublicAddress(config),
    expose: (accept) => exposed.expose(accept),
  }
}

/** `identify` of the configuration, with the request as application code sees it. */
function configuredIdentify({ identify }: QuireConfig): Identify | undefined {
  return identify && (async (request) => (await identify(viewOf(request))) ?? { actor: null })
}

function serverOptions({ server = {}, log: { requests } = {} }: QuireConfig, log: Logger): ServerOptions {
  const { publicUrl, trustProxy, allowedHosts, cors, bodyLimit, jsonNodes, requestTimeout, rateLimit } = server
  const { compression, connections, lameDuck, drain } = server
  return {
    log,
    publicUrl,
    trustProxy,
    allowedHosts,
    cors,
    bodyLimit: bodyLimit === undefined ? undefined : parseSize(bodyLimit),
    jsonLimits: jsonNodes === undefined ? undefined : { maxNodes: jsonNodes },
    requestTimeout: requestTimeout === undefined ? undefined : parseDuration(requestTimeout),
    compression,
    logRequests: requests,
    rateLimit: rateLimit && {
      ...(rateLimit.requests !== undefined && { requests: rateLimit.requests }),
      ...(rateLimit.auth !== undefined && { auth: rateLimit.auth }),
      ...(rateLimit.window !== undefined && { window: parseDuration(rateLimit.window) }),
      ...(rateLimit.inFlight !== undefined && { inFlight: rateLimit.inFlight }),
    },
    connections: connections && {
      ...(connections.total !== undefined && { total: connections.total }),
      ...(connections.perClient !== undefined && { perClient: connections.perClient }),
      ...(connections.unsent !== undefined && { unsent: parseSize(connections.unsent) }),
    },
    lameDuck: lameDuck === undefined ? undefined : parseDuration(lameDuck),
    drain: drain === undefined ? undefined : parseDuration(drain),
  }
}
