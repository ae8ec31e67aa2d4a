import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sendJson } from '../reply/send.ts'

/** Where the admin app asks whether the service has started anew, below the path of the app. */
export const DEVELOPMENT = 'development'

/**
 * For `quire dev`, which replaces the service whenever the configuration changes: says which start this is, and which page
 * belongs to it. Open browsers ask every second, so it is a probe: neither logged nor limited.
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
