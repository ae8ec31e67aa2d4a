import type { AddressInfo } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import { answerLog } from '../log/request-log.ts'
import { Compressor } from '../reply/compressor.ts'
import { asRefusal } from '../reply/foreign-errors.ts'
import { refuseUnparsed } from '../reply/parser-refusal.ts'
import { sendError } from '../reply/send.ts'
import { headerList } from '../reply/standard-headers.ts'
import { UnsentAnswers } from '../reply/unsent-answers.ts'
import { Admission, LONGEST_URL } from './admission.ts'
import { AllowedHosts } from './allowed-hosts.ts'
import { compileTrust } from './client-address.ts'
import { Connections } from './connections.ts'
import { CrossOrigin } from './cross-origin.ts'
import { type Fetch, fetchThrough } from './fetch.ts'
import { registerDrain } from './drain.ts'
import { InFlight } from './in-flight.ts'
import { registerBodyParser } from './json-body.ts'
import { MemoryConnections } from './memory-connections.ts'
import { type End, Moment } from './moment.ts'
import { createNodeServer } from './node-server.ts'
import { RateLimiter } from './rate-limit.ts'
import type { RequestMeasures } from './request-measures.ts'
import type { RequestTrace } from './request-tracing.ts'
import { newRequestId, requestIdOf } from './request-id.ts'
import type { AwaitedAnswer, JsonLimits } from '@quirecms/core'
import { longestArrival } from './patience.ts'
import { policyOf, policyOfUnknownRoute, type RouteConfig, type RoutePolicy } from './route-policy.ts'
import { type ResolvedServerOptions, resolveServerOptions, type ServerOptions } from './server-options.ts'
import { hasEmptyParameter, registerUnknownRoute } from './unknown-route.ts'

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}

  interface FastifyRequest {
    intake: RoutePolicy
    /** The address that counts as the client's, through trusted proxies. */
    clientAddress: string
    /** Headers that every answer to this request carries (standard ones, CORS), as a flat list of names and values. */
    answerHeaders: readonly string[]
    /** Undefined where answers go out as they are. */
    readonly compressor: Compressor | undefined
    readonly unsent: UnsentAnswers | undefined
    /** What the answer comes from; it may go on when nobody waits for it any more. Never rejects. */
    work: Promise<void> | undefined
    /** Set where it may change something: what is refused for taking too long must not be done afterwards. */
    awaited: AwaitedAnswer | undefined
    readonly jsonLimits: JsonLimits
    readonly measures: RequestMeasures | undefined
    /** Where it is followed. What answers it runs within. */
    trace: RequestTrace | undefined
    readonly end: End
  }

  interface FastifyInstance {
    /** Answers a standard request without a socket. */
    fetch: Fetch
    /** From now on, `/readyz` says that the service is not ready. */
    leave(): void
    readonly isLeaving: boolean
    /** Serves connections that another process takes at this address, once `ready()` is over: each is a `connection` of `server`. */
    servesFor(address: AddressInfo): void
    /** Comes when the drain begins. */
    readonly stopping: Moment
    /** Answers what is under way and lets all connections go, `closeGrace` at the longest. For the time before `close()`. */
    drain(): Promise<void>
  }
}

/** Operations check bodies and write answers themselves; Fastify's own compilers would be loaded all the same, with all that they need. */
const NO_COMPILERS = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error('routes have no schemas of their own: operations check what they get')
}

/**
 * The HTTP edge: a Fastify server on which every request has passed the intake when it reaches a handler, and every
 * failure leaves as the one envelope. Routes say what they take in their `config` (route-policy.ts) and answer with
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
    // One line for each request, of our own (log/request-log.ts): Fastify's would hold the headers.
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    ...(isTrustedProxy === undefined ? {} : { trustProxy: isTrustedProxy }),
    bodyLimit: options.bodyLimit,
    // Requests that come while the service closes are answered as ever; Fastify's refusal is not in our form.
    return503OnClosing: false,
    serverFactory: (handle) => createNodeServer(handle, connections, options.requestTimeout),
    routerOptions: {
      maxParamLength: LONGEST_URL,
      // Routes parse the raw query strictly (query-string.ts).
      querystringParser: () => ({}),
    },
    schemaController: { compilersFactory: NO_COMPILERS },
    // The URL could not even be routed, so no hook has run.
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
  const answerUnknown = registerUnknownRoute(server, admission, unknownRoute)
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
    // Node begins to keep its time-outs with this.
    server.server.emit('listening')
    allowedHosts.boundTo(address)
  })
  return server
}

/** Each route carries its own policy into its hook: nothing is looked up for a request. */
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
  // Node cuts off a request that does not arrive in time, whoever handles it. That is for bodies which nobody waits for;
  // the intake's own time-out comes first, and its answer knows the request.
  server.addHook('onReady', async () => {
    const timeouts = [options.requestTimeout, ...policies.map(longestArrival)]
    server.server.requestTimeout = timeouts.includes(0) ? 0 : Math.max(...timeouts) * 1.5 + 500
  })
}

/** For answers that go out through Fastify's `reply.send` (streams, pages); `sendJson` never comes here. */
function registerStandardHeaders(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, next) => {
    const list = headerList(request.id, request.answerHeaders)
    for (let i = 0; i < list.length; i += 2) {
      if (!reply.hasHeader(list[i] as string)) reply.header(list[i] as string, list[i + 1])
    }
    next()
  })
}
