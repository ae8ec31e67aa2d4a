import type { Runtime } from '@quirecms/core'
import type { FastifyInstance } from '@quirecms/server'

const runtimes = new WeakMap<object, Runtime>()

/** Associates an application with its runtime, for commands that work below the local API. */
export function rememberRuntime(app: object, runtime: Runtime): void {
  runtimes.set(app, runtime)
}

export function runtimeOf(app: object): Runtime {
  const runtime = runtimes.get(app)
  if (!runtime) throw new Error('this application was not made by createApp')
  return runtime
}

const servers = new WeakMap<object, () => Promise<FastifyInstance>>()

export function rememberServer(app: object, serve: () => Promise<FastifyInstance>): void {
  servers.set(app, serve)
}

export async function serverOf(app: object): Promise<FastifyInstance> {
  const serve = servers.get(app)
  if (!serve) throw new Error('this application was not made by createApp')
  return serve()
}
