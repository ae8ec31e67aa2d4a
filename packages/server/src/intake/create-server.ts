import type { AddressInfo } from 'node:net'
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
  type HTTPMethods,
} from 'fastify'
import { answerLog, type RequestTrace, newRequestId, requestIdOf } from '../log/request-log.ts'
import { Compressor } from '../reply/compressor.ts'
import { asRefusal } from '../reply/error-envelope.ts'
import { refuseUnparsed } from '../reply/parser-refusal.ts'
import { sendError, headerList } from '../reply/send.ts'
import { UnsentAnswers, InFlight, RateLimiter, compileTrust } from './clients.ts'
import { Admission, LONGEST_URL, longestArrival } from './admission.ts'
import { AllowedHosts, CrossOrigin } from './hosts-and-origins.ts'
import { Connections } from './connections.ts'
import { type Fetch, fetchThrough, MemoryConnections } from './fetch.ts'
import { registerBodyParser } from './json-body.ts'
import type { RequestMeasures } from './request-measures.ts'
import { OneTimeEvent, registerDrain, type ShutdownEvents } from './shutdown.ts'
import { createNodeServer } from './node-server.ts'
import { type AwaitedAnswer, type JsonLimits, nearestName, QuireError } from '@quirecms/core'
import { policyOf, policyOfUnknownRoute, type RouteConfig, type RoutePolicy } from './route-policy.ts'
import {
  type ResolvedServerOptions,
  resolveServerOptions,
  type ServerOptions,
  type KnownNames,
} from './server-options.ts'
import { MethodNotAllowed } from '../reply/refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}

  interface FastifyRequest {
    policy: RoutePolicy
    /** The client's address, behind trusted proxies. */
    clientAddress: string
    /**
     * Headers of every response to this request (standard ones, CORS), as a flat list of names and values. Admission
     * sets them; undefined in the error of a request that it has not seen.
     */
    answerHeaders: readonly string[] | undefined
    /** Undefined if compression is off. */
    readonly compressor: Compressor | undefined
    readonly unsent: UnsentAnswers | undefined
    /** The handler's work; it may outlive the response. Never rejects. */
    work: Promise<void> | undefined
    /** Set for writes: a write that timed out before its commit must not be committed. */
    awaited: AwaitedAnswer | undefined
    readonly jsonLimits: JsonLimits
    readonly measures: RequestMeasures | undefined
    /** Trace of the request, if tracing is on. The handler runs within it. */
    trace: RequestTrace | undefined
    readonly shutdown: ShutdownEvents
  }

  interface FastifyInstance {
    /** Answers a standard `Request` without a socket. */
    fetch: Fetch
    /** Makes `/readyz` answer 503. */
    leave(): void
    readonly isLeaving: boolean
    /**
     * Serves connections that another process accepts at this address, after `ready()`; it emits each as `connection`
     * on `server`.
     */
    servesFor(address: AddressInfo): void
    /** Occurs when the drain begins. */
    readonly stopping: OneTimeEvent
    /** Answers requests in flight and closes all connections, within `closeGrace`. Call it before `close()`. */
    drain(): Promise<void>
  }
}

/**
 * Operations validate bodies and serialize responses themselves. Without these, Fastify would load its own compilers
 * and their dependencies.
 */
const NO_COMPILERS = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error('routes have no schemas: operations check their input')
}

/**
 * The HTTP edge: a Fastify server in which every request passes admission before its handler runs, and every error
 * becomes the error envelope. Routes declare what they accept in their `config` (route-policy.ts) and answer with
 * `sendJson`, or throw.
 *
 * @example
 * const server = createServer({ log })
 * server.post('/api/echo', { config: { body: 'required' } }, (request, reply) => {
 *   sendJson(reply, 200, JSON.stringify(request.body))
 * })
 * await server.listen({ port: 3000 })
 */
export function createServer(given: ServerOptions): FastifyInstance {
  const options = resolveServerOptions(given)
  const { log, measures, tracing } = options
  const isTrustedProxy = compileTrust(options.trustProxy)
  const allowedHosts = new AllowedHosts({
    listed: options.allowedHosts,
    publicUrl: options.publicUrl,
    isTrusted: isTrustedProxy,
  })
  const limits = options.rateLimit
  const limiters = limits && {
    all: new RateLimiter(limits.requests, limits.window),
    auth: new RateLimiter(limits.auth, limits.window),
    inFlight: new InFlight(limits.inFlight),
  }
  const admission = new Admission(
    { crossOrigin: new CrossOrigin(options.cors), allowedHosts, isTrustedProxy, limiters, measures, tracing },
    log,
    answerLog(log, options.logRequests),
  )
  const unknownRoute = policyOfUnknownRoute(options)
  const connections = new Connections(options.connections, isTrustedProxy, log, () => measures?.refused('connections'))

  const server = fastify({
    // log/request-log.ts writes one line per request. Fastify's lines would contain the headers.
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    ...(isTrustedProxy === undefined ? {} : { trustProxy: isTrustedProxy }),
    bodyLimit: options.bodyLimit,
    // Requests during the close are answered as usual; Fastify's refusal lacks the error envelope.
    return503OnClosing: false,
    serverFactory: (handle) => createNodeServer(handle, connections, options.requestTimeout),
    routerOptions: {
      maxParamLength: LONGEST_URL,
      // Routes parse the raw query strictly (query-string.ts).
      querystringParser: () => ({}),
    },
    schemaController: { compilersFactory: NO_COMPILERS },
    // The URL could not be routed, so no hook has run.
    frameworkErrors: (error, request, reply) => {
      if (admission.admit(request, reply, unknownRoute)) sendError(request, reply, asRefusal(error))
    },
    clientErrorHandler: (error, socket) => {
      measures?.refused('malformed')
      refuseUnparsed(error, socket, newRequestId(), options.logRequests ? log : undefined)
    },
  })

  const shutdown: ShutdownEvents = { stopping: new OneTimeEvent(), streamsOver: new OneTimeEvent() }
  decorateRequests(server, {
    measures,
    shutdown,
    jsonLimits: options.jsonLimits,
    compressor: options.compression ? new Compressor() : undefined,
    unsent: new UnsentAnswers(options.connections.unsent),
  })
  server.decorate('stopping', shutdown.stopping)
  server.setErrorHandler((error, request, reply) => sendError(request, reply, asRefusal(error)))
  registerBodyParser(server, options.jsonLimits)
  // Before any route: `onRoute` hooks see only routes that are registered after them.
  const answerUnknown = registerUnknownRoute(server, admission, unknownRoute, options.names)
  const policies = registerAdmission(server, admission, { options, unknownRoute, answerUnknown })
  registerArrivalTimeout(server, options, policies)
  registerStandardHeaders(server)
  const inMemory = new MemoryConnections(server.server)
  server.decorate(
    'fetch',
    fetchThrough(inMemory, async () => server.ready()),
  )
  const { lameDuck, drain, closeGrace: grace } = options
  registerDrain(server, { lameDuck, drain, grace }, connections, inMemory, shutdown)
  server.addHook('onClose', async () => admission.stop())
  server.server.on('listening', () => allowedHosts.boundTo(server.server.address()))
  server.decorate('servesFor', (address: AddressInfo) => {
    // Node starts its timeout checks on this event.
    server.server.emit('listening')
    allowedHosts.boundTo(address)
  })
  return server
}

type SharedByRequests = Pick<FastifyRequest, 'measures' | 'shutdown' | 'jsonLimits' | 'compressor' | 'unsent'>

/** Declares what requests carry: values of their own, which admission and handlers set, and those that all share. */
function decorateRequests(server: FastifyInstance, shared: SharedByRequests): void {
  server.decorateRequest('answerHeaders')
  server.decorateRequest('clientAddress', '')
  server.decorateRequest('policy')
  server.decorateRequest('work')
  server.decorateRequest('awaited')
  server.decorateRequest('trace')
  server.decorateRequest('measures', { getter: () => shared.measures })
  server.decorateRequest('shutdown', { getter: () => shared.shutdown })
  server.decorateRequest('jsonLimits', { getter: () => shared.jsonLimits })
  server.decorateRequest('compressor', { getter: () => shared.compressor })
  server.decorateRequest('unsent', { getter: () => shared.unsent })
}

/**
 * Adds the admission hook to every route, with the route's policy bound to it: no lookup per request. Returns the
 * policies; each route that is registered later adds its own.
 */
function registerAdmission(
  server: FastifyInstance,
  admission: Admission,
  {
    options,
    unknownRoute,
    answerUnknown,
  }: {
    readonly options: ResolvedServerOptions
    readonly unknownRoute: RoutePolicy
    readonly answerUnknown: (request: FastifyRequest, reply: FastifyReply) => void
  },
): readonly RoutePolicy[] {
  const policies: RoutePolicy[] = []
  server.addHook('onRoute', (route) => {
    const policy = policyOf(route, options)
    policies.push(policy)
    route.onRequest = [
      (request, reply, next) => {
        const isKnown = !hasEmptyParameter(request.params)
        if (!admission.admit(request, reply, isKnown ? policy : unknownRoute)) return
        if (isKnown) next()
        else answerUnknown(request, reply)
      },
      ...[route.onRequest ?? []].flat(),
    ]
  })
  return policies
}

/**
 * Node closes connections whose request does not arrive in time. That covers bodies that no handler reads; the timeout
 * of the admission fires earlier and sends a proper response. The limit is that of the slowest route, so it is raised
 * when all routes are known.
 */
function registerArrivalTimeout(
  server: FastifyInstance,
  { requestTimeout }: Pick<ResolvedServerOptions, 'requestTimeout'>,
  policies: readonly RoutePolicy[],
): void {
  server.addHook('onReady', async () => {
    const timeouts = [requestTimeout, ...policies.map(longestArrival)]
    server.server.requestTimeout = timeouts.includes(0) ? 0 : Math.max(...timeouts) * 1.5 + 500
  })
}

/** For responses through Fastify's `reply.send` (streams, pages); `sendJson` does not use it. */
function registerStandardHeaders(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, next) => {
    const list = headerList(request.id, request.answerHeaders)
    for (let i = 0; i < list.length; i += 2) {
      if (!reply.hasHeader(list[i] as string)) reply.header(list[i] as string, list[i + 1])
    }
    next()
  })
}

/**
 * Answers 405 with `Allow` if the path has routes for other methods, otherwise 404 (docs/contract/requests.md#methods).
 * `Allow` lists HEAD with every GET, and no OPTIONS, because only preflights are answered.
 */
function registerUnknownRoute(
  server: FastifyInstance,
  admission: Admission,
  policy: RoutePolicy,
  names: KnownNames | undefined,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const methods = new Set<HTTPMethods>()
  const elsewhere = new Map<string, string>()
  server.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) methods.add(method)
    for (const [method, where] of Object.entries(route.config?.elsewhere ?? {})) {
      elsewhere.set(`${method} ${route.url}`, where)
    }
  })
  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allow = [...methods].filter((method) => {
      const route = server.findRoute({ method, url: path })
      return route !== null && !hasEmptyParameter(route.params)
    })
    const refusal =
      allow.length === 0
        ? new QuireError('not_found', (names && unknownName(path, names)) ?? 'There is nothing at this path.')
        : new MethodNotAllowed(request.method, allow.toSorted(), elsewhere.get(`${request.method} ${path}`))
    sendError(request, reply, refusal)
  }
  // In its own scope, because the response must be sent before Fastify parses a body.
  server.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, _next) => {
      if (admission.admit(request, reply, policy)) answer(request, reply)
    })
    scope.setNotFoundHandler(answer)
  })
  return answer
}

/** Names the collection or global that the path asks for, if there is none of this name. */
function unknownName(path: string, names: KnownNames): string | undefined {
  const [, kind = '', given = ''] = /^\/api\/(collection|global)s\/([^/]+)/.exec(path) ?? []
  const known = kind === 'global' ? names.globals : names.collections
  if (kind === '' || known.includes(given)) return undefined
  const near = nearestName(given, known)
  return `There is no ${kind} "${given.slice(0, 100)}".${near === undefined ? '' : ` Did you mean "${near}"?`}`
}

/** The router matches `/things/` to `/things/:id` with an empty id. For the API, that path does not exist. */
function hasEmptyParameter(params: unknown): boolean {
  const values = params as Readonly<Record<string, string | undefined>>
  for (const name in values) {
    if (values[name] === '' && name !== '*') return true
  }
  return false
}
