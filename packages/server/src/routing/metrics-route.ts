import { QuireError } from '@quirecms/core'
import type { FastifyInstance } from 'fastify'
import { compileTrust, type TrustProxy } from '../intake/clients.ts'
import { carriesToken, type ExposeMetrics, isFromThisMachine } from '../intake/metrics-listener.ts'
import { sendError, sendText } from '../reply/send.ts'

export interface MetricsPlace {
  readonly path: string
  /** Without a token, only this machine may read the metrics. */
  readonly token: string | undefined
  readonly trustProxy: TrustProxy | undefined
  /** Another server is in front of the service, so a local connection may be anyone's. */
  readonly isBehindProxy: boolean
  readonly expose: ExposeMetrics
}

/**
 * Serves metrics beside all other routes. They are for operators: other callers get 404, and the OpenAPI document omits
 * the route.
 */
export function registerMetrics(server: FastifyInstance, place: MetricsPlace): void {
  const { path, token, expose, isBehindProxy } = place
  const isTrusted = compileTrust(place.trustProxy)
  server.route({
    method: 'GET',
    url: path,
    config: { probe: true, countedAs: { operation: 'metrics', entity: 'none' } },
    handler: (request, reply) => {
      void (async () => {
        const { raw } = request
        // A trusted proxy forwards requests of others, so its own address proves nothing.
        const isPassedOn = isBehindProxy || isTrusted?.(raw.socket.remoteAddress ?? '', 0) === true
        if (token === undefined && (isPassedOn || !isFromThisMachine(raw)))
          throw new QuireError('not_found', 'There is nothing at this path.')
        if (token !== undefined && !carriesToken(raw, token))
          throw new QuireError('unauthenticated', 'Send the token as `Authorization: Bearer …`.')
        const { type, text } = await expose(request.headers.accept)
        sendText(reply, 200, type, text)
      })().catch((error: unknown) => sendError(request, reply, error))
    },
  })
}
