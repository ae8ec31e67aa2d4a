import type { FastifyInstance } from 'fastify'

/**
 * `server.close()` takes no new connections and waits for what is in flight, `grace` milliseconds at most (contract 13:
 * 10 s). Node itself closes connections that rest, now or after their last answer.
 */
export function registerGracefulClose(server: FastifyInstance, grace: number): void {
  let end: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    end = setTimeout(() => server.server.closeAllConnections(), grace)
    done()
  })
  server.server.once('close', () => clearTimeout(end))
}
