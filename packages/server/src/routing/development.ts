import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sendJson } from '../reply/send.ts'

/** Path below the admin app at which it polls for a restart of the service. */
export const DEVELOPMENT = 'development'

/**
 * For `quire dev`, which restarts the service when the configuration changes: returns the id of this start and of its
 * page. Open browsers poll every second, so it is a probe: neither logged nor limited.
 */
export function registerDevelopment(server: FastifyInstance, path: string, page: () => string): void {
  const start = randomUUID()
  server.route({
    method: 'GET',
    url: `${path}/${DEVELOPMENT}`,
    config: { probe: true },
    handler: (_request, reply) => sendJson(reply, 200, JSON.stringify({ start, page: page() })),
  })
}
