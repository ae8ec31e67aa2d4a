import type { Runtime } from '@quirecms/core'
import type { FastifyInstance } from '@quirecms/server'
import type { ExposedMetrics } from './metrics/metrics-config.ts'

/** What an application does not show: for commands that work below the local API, workers, and plugins. */
interface Internals {
  readonly runtime: Runtime
  readonly serve: () => Promise<FastifyInstance>
  readonly metrics: ExposedMetrics | undefined
  /** Prints the warnings about the configuration; undefined once they are printed. */
  warn: (() => void) | undefined
}

/** By application and by its local API, because plugins get another object with the same local API. */
const internals = new WeakMap<object, Internals>()

export function rememberInternals(app: { readonly local: object }, known: Internals): void {
  internals.set(app, known)
  internals.set(app.local, known)
}

function internalsOf(app: object): Internals {
  const known = internals.get(app)
  if (!known) throw new Error('this application was not made by createApp')
  return known
}

export const runtimeOf = (app: object): Runtime => internalsOf(app).runtime

export const serverOf = (app: object): Promise<FastifyInstance> => internalsOf(app).serve()

export const metricsOf = (app: object): ExposedMetrics | undefined => internalsOf(app).metrics

/** Prints the warnings once for each application. */
export function warnOnce(app: object): void {
  internalsOf(app).warn?.()
  leaveWarnings(app)
}

/** In a worker: the primary has printed the warnings. */
export function leaveWarnings(app: object): void {
  internalsOf(app).warn = undefined
}
