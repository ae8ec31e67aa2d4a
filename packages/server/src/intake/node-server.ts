import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer } from '../node-http.ts'
import { rawAnswer, sendLast } from '../reply/parser-refusal.ts'
import { malformedRequest } from '../reply/refusals.ts'
import type { Connections } from './connections.ts'
import { newRequestId } from './request-id.ts'

/** Whatever is longer is refused by the parser. Below the 64 KiB of a socket read: see `refuseUnparsed`. */
const LARGEST_HEAD = 60 * 1024

/** Longer than load balancers keep an idle connection, so that they never use one which is just being closed. */
const KEEP_ALIVE = 72_000

/**
 * Node's server, with nothing left that it would answer by itself, without envelope and request id. Made here and not by
 * Fastify, which listens on `localhost` with further servers that know nothing of this.
 */
export function createNodeServer(handle: RequestListener, connections: Connections, requestTimeout: number): Server {
  const server = createServer(
    {
      maxHeaderSize: LARGEST_HEAD,
      // The intake says itself what is wrong with Host.
      requireHostHeader: false,
      headersTimeout: requestTimeout,
      requestTimeout,
      connectionsCheckingInterval: Math.min(Math.max(requestTimeout / 10, 20), 5000),
      keepAliveTimeout: KEEP_ALIVE,
    },
    connections.serve,
  )
  server.on('connection', (socket: Socket) => connections.add(socket, handle))
  // `100 Continue` is sent when the intake lets the body in; other expectations are ignored, as RFC 9110 allows.
  server.on('checkContinue', connections.serve)
  server.on('checkExpectation', connections.serve)
  server.on('connect', (_request, socket: Socket) => sendLast(socket, rawAnswer(malformedRequest(), newRequestId())))
  return server
}
