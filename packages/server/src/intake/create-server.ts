import type { AddressInfo } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import { answerLog } from '../log/request-log.ts'
import { Compressor } from '../reply/compressor.ts'
import { asRefusal } from '../reply/error-envelope.ts'
import { refuseUnparsed } from '../reply/parser-refusal.ts'
import { sendError } from '../reply/send.ts'
import { headerList } from '../reply/standard-headers.ts'
import { UnsentAnswers } from '../reply/unsent-answers.ts'
import { Admission, LONGEST_URL, longestArrival } from './admission.ts'
import { AllowedHosts } from './allowed-hosts.ts'
import { compileTrust } from './client-address.ts'
import { Connections } from './connections.ts'
import { CrossOrigin } from './cross-origin.ts'
import { type Fetch, fetchThrough } from './fetch.ts'
import { registerDrain } from './close-listener.ts'
import { InFlight, RateLimiter } from './rate-limit.ts'
import { registerBodyParser } from './json-body.ts'
import { MemoryConnections } from './connection.ts'
import { type End, Moment, type RequestMeasures } from './request-measures.ts'
import { createNodeServer } from './node-server.ts'
import type { RequestTrace } from './request-tracing.ts'
import { newRequestId, requestIdOf } from './request-id.ts'
import type { AwaitedAnswer, JsonLimits } from '@quirecms/core'
import { policyOf, policyOfUnknownRoute, type RouteConfig, type RoutePolicy } from './route-policy.ts'
import { type ResolvedServerOptions, resolveServerOptions, type ServerOptions } from './server-options.ts'
import { hasEmptyParameter, registerUnknownRoute } from './unknown-route.ts'

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}

  interface FastifyRequest {
    intake: RoutePolicy
    clientAddress: string
    /** Headers of every response to this request (standard ones, CORS), as a flat list of names and values. */
    answerHeaders: readonly string[]
    readonly compressor: Compressor | undefined
    readonly unsent: UnsentAnswers | undefined
    /** The handler's work; it may outlive the response. Never rejects. */
    work: Promise<void> | undefined
    /** Set for writes: a write that timed out before its commit must not be committed. */
    awaited: AwaitedAnswer | undefined
    readonly jsonLimits: JsonLimits
    readonly measures: RequestMeasures | undefined
    trace: RequestTrace | undefined
    readonly end: End
  }

  interface FastifyInstance {
    /** Answers a standard `Request` without a socket. */
    fetch: Fetch
    leave(): void
    readonly isLeaving: boolean
    /**
     * Serves connections that another process accepts at this address, after `ready()`; it emits each as `connection`
     * on `server`.
     */
    servesFor(address: AddressInfo): void
    /** Occurs when the drain begins. */
    readonly stopping: Moment
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
  throw new Error('routes have no schemas of their own: operations check what they get')
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

  server.decorateRequest('answerHeaders')
  server.decorateRequest('clientAddress', '')
  server.decorateRequest('intake')
  server.decorateRequest('work')
  server.decorateRequest('awaited')
  server.decorateRequest('trace')
  server.decorateRequest('measures', { getter: () => measures })
  const end: End = { stopping: new Moment(), streamsOver: new Moment() }
  server.decorateRequest('end', { getter: () => end })
  server.decorate('stopping', end.stopping)
  server.decorateRequest('jsonLimits', { getter: () => options.jsonLimits })
  const compressor = options.compression ? new Compressor() : undefined
  server.decorateRequest('compressor', { getter: () => compressor })
  const unsent = new UnsentAnswers(options.connections.unsent)
  server.decorateRequest('unsent', { getter: () => unsent })
  server.setErrorHandler((error, request, reply) => sendError(request, reply, asRefusal(error)))
  registerBodyParser(server, options.jsonLimits)
  const answerUnknown = registerUnknownRoute(server, admission, unknownRoute, options.names)
  registerAdmission(server, admission, options, answerUnknown)
  registerStandardHeaders(server)
  const inMemory = new MemoryConnections(server.server)
  server.decorate(
    'fetch',
    fetchThrough(inMemory, async () => server.ready()),
  )
  const { lameDuck, drain, closeGrace: grace } = options
  registerDrain(server, { lameDuck, drain, grace }, connections, inMemory, end)
  server.addHook('onClose', async () => admission.stop())
  server.server.on('listening', () => allowedHosts.boundTo(server.server.address()))
  server.decorate('servesFor', (address: AddressInfo) => {
    // Node starts its timeout checks on this event.
    server.server.emit('listening')
    allowedHosts.boundTo(address)
  })
  return server
}

/** Adds the admission hook to every route, with the route's policy bound to it: no lookup per request. */
function registerAdmission(
  server: FastifyInstance,
  admission: Admission,
  options: ResolvedServerOptions,
  answerUnknown: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const policies: RoutePolicy[] = []
  const unknownRoute = policyOfUnknownRoute(options)
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
  // Node closes connections whose request does not arrive in time. That covers bodies that no handler reads; the
  // timeout of the admission fires earlier and sends a proper response.
  server.addHook('onReady', async () => {
    const timeouts = [options.requestTimeout, ...policies.map(longestArrival)]
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
