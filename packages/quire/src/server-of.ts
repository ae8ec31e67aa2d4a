import type { FastifyInstance } from '@quirecms/server'

const servers = new WeakMap<object, () => Promise<FastifyInstance>>()

export function rememberServer(app: object, serve: () => Promise<FastifyInstance>): void {
  servers.set(app, serve)
}

export async function serverOf(app: object): Promise<FastifyInstance> {
  const serve = servers.get(app)
  if (!serve) throw new Error('this application was not made by createApp')
  return serve()
}
