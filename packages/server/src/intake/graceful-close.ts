import type { FastifyInstance } from 'fastify'

/** How often connections that have become idle are looked for while the service closes. */
const LOOK_EVERY = 50

/**
 * `server.close()` takes no new connections and waits for what is in flight, `grace` milliseconds at most (contract 13:
 * 10 s). A kept-alive connection is closed as soon as its last answer is out.
 */
export function registerGracefulClose(server: FastifyInstance, grace: number): void {
  let sweep: NodeJS.Timeout | undefined
  let end: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    sweep = setInterval(() => server.server.closeIdleConnections(), LOOK_EVERY)
    end = setTimeout(() => server.server.closeAllConnections(), grace)
    done()
  })
  server.server.once('close', () => {
    clearInterval(sweep)
    clearTimeout(end)
  })
}
