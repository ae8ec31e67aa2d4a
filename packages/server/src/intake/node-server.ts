import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer } from '../node-http.ts'
import { rawAnswer, sendLast } from '../reply/parser-refusal.ts'
import { malformedRequest } from '../reply/refusals.ts'
import type { Connections } from './connections.ts'
import { newRequestId } from '../log/request-log.ts'

/** The parser refuses longer headers. Below the 64 KiB of a socket read: see `refuseUnparsed`. */
const LARGEST_HEAD = 60 * 1024

/** Longer than the idle timeout of load balancers, so that they never send on a connection that is closing. */
const KEEP_ALIVE = 72_000

/**
 * Creates Node's server, configured so that it sends no response of its own without envelope and request id. Not
 * created by Fastify, which adds further servers for `localhost` without this configuration.
 */
export function createNodeServer(handle: RequestListener, connections: Connections, requestTimeout: number): Server {
  const server = createServer(
    {
      maxHeaderSize: LARGEST_HEAD,
      // Admission checks the Host header itself.
      requireHostHeader: false,
      headersTimeout: requestTimeout,
      // Raised once all routes are known (`registerArrivalTimeout`).
      requestTimeout,
      connectionsCheckingInterval: Math.min(Math.max(requestTimeout / 10, 20), 5000),
      keepAliveTimeout: KEEP_ALIVE,
    },
    connections.serve,
  )
  server.on('connection', (socket: Socket) => connections.add(socket, handle))
  // Admission sends `100 Continue` when it accepts the body. Other expectations are ignored, as RFC 9110 allows.
  server.on('checkContinue', connections.serve)
  server.on('checkExpectation', connections.serve)
  server.on('connect', (_request, socket: Socket) => sendLast(socket, rawAnswer(malformedRequest(), newRequestId())))
  return server
}
