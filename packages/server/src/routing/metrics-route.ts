import { QuireError } from '@quirecms/core'
import type { FastifyInstance } from 'fastify'
import { compileTrust, type TrustProxy } from '../intake/client-address.ts'
import { carriesToken, type ExposeMetrics, isFromThisMachine } from '../intake/metrics-access.ts'
import { sendError, sendText } from '../reply/send.ts'

export interface MetricsPlace {
  readonly path: string
  /** Without it, only this machine itself may read them. */
  readonly token: string | undefined
  readonly trustProxy: TrustProxy | undefined
  /** Something else stands before the service, so that a connection from this machine may be anybody's. */
  readonly isBehindProxy: boolean
  readonly expose: ExposeMetrics
}

/**
 * Serves metrics beside everything else. They are for those who run the service: who is not let in finds nothing here, and the OpenAPI
 * document doesn't know of it.
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
        // A peer that speaks for others is not the one who asks, whatever it says.
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
