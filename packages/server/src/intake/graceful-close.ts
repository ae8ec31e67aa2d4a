import type { FastifyInstance } from 'fastify'
import type { MemoryConnections } from './memory-connections.ts'

/**
 * `server.close()` takes no new connections and waits for what is in flight, `grace` milliseconds at most (contract 13:
 * 10 s). Node itself closes connections that rest, now or after their last answer; those in memory it does not know of.
 */
export function registerGracefulClose(server: FastifyInstance, grace: number, connections: MemoryConnections): void {
  let end: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    connections.refuseMore()
    end = setTimeout(() => {
      server.server.closeAllConnections()
      connections.breakOff()
    }, grace)
    done()
  })
  server.addHook('onClose', async () => {
    await connections.whenOver()
    clearTimeout(end)
  })
}
