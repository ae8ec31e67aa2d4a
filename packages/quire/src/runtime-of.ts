import type { Runtime } from '@quirecms/core'

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
